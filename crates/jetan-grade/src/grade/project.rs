//! The cases of one of the five projects.

use super::{GradedCase, Grading, Seen};
use crate::check::{Plan, suite};
use crate::rubric::{Case, Project};
use crate::verdict::{Failure, Kind, Verdict};

impl Grading<'_> {
    /// Every case of a project, or of one of its parts.
    pub(super) fn project(&mut self, case: &Case, project: &Project) -> Vec<GradedCase> {
        let plan = Plan { seed: project.seed, generated: project.generated };
        let suite = self.bench(case, |bench| suite(project.name, &project.adapter, plan, bench));
        let parts = suite.parts();
        let named = |name: &String| parts.iter().position(|part| part.name == name);
        let part = project.part.as_ref().map(named);
        if part == Some(None) {
            let names: Vec<&str> = parts.iter().map(|part| part.name).collect();
            let summary = format!("`{}` is none of the parts {}", case.name, names.join(", "));
            let verdict = Failure::new(Kind::Wrong, summary, 0).into();
            return vec![self.finish(case, &case.name, verdict, Seen::default())];
        }
        let mut graded = Vec::new();
        for number in 0..suite.len() {
            if part.flatten().is_some_and(|part| part != suite.part(number)) {
                continue;
            }
            let verdict = self.bench(case, |bench| suite.judge(number, bench));
            let is_skipped = matches!(verdict, Verdict::Skipped(_) | Verdict::NotJudged(_));
            let name = format!("{} {}", case.name, suite.name(number).replace('`', ""));
            // Cases that do not apply are counted by nobody.
            if !is_skipped {
                graded.push(self.finish(case, &name, verdict, Seen::default()));
            }
        }
        graded
    }
}
