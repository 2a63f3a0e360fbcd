//! The cases of one of the five projects.

use std::rc::Rc;

use super::{FailureContext, GradedCase, SubmissionGrader, finish};
use crate::adapter::{Adapter, PieceUsage, TetrisitoVariant};
use crate::check::{CaseSuite, CheckPlan, suite};
use crate::rubric::{ProjectCases, RubricCase};
use crate::verdict::Verdict;

impl SubmissionGrader<'_> {
    /// Every case of a project, of one of its parts, or those that are named.
    pub(super) async fn project(
        &mut self,
        case: &RubricCase,
        project: &ProjectCases,
    ) -> Vec<GradedCase> {
        let suite = self.suite(case, project).await;
        let parts = suite.parts();
        let named = |name: &String| parts.iter().position(|part| part.name == name);
        let part = project.part.as_ref().map(named);
        if part == Some(None) {
            let names: Vec<&str> = parts.iter().map(|part| part.name).collect();
            // An error in the rubric that only a program brings to light costs nobody points.
            let why = format!("`{}` is none of the parts {}", case.name, names.join(", "));
            return vec![finish(
                case,
                &case.name,
                Verdict::NotJudged(why),
                FailureContext::default(),
            )];
        }
        let is_meant = |number: &usize| {
            part.flatten().is_none_or(|part| part == suite.part(*number))
                && (project.only.is_empty() || project.only.contains(&plain_name(&*suite, *number)))
        };
        let mut graded = Vec::new();
        for number in (0..suite.len()).filter(is_meant) {
            // A rubric that names a part or a case has decided that it counts.
            let is_asked = part.is_some() || !project.only.is_empty();
            let runner = &mut self.runner(case);
            let verdict = if is_asked {
                suite.judge_asked(number, runner).await
            } else {
                suite.judge(number, runner).await
            };
            let plain = plain_name(&*suite, number);
            let is_named = !project.only.is_empty();
            let name = if is_named { plain } else { format!("{} {plain}", case.name) };
            graded.push(finish(case, &name, verdict, failure_context(project, &*suite, number)));
        }
        // Cases that the rubric names and the project lacks are reported, or their points would
        // silently vanish.
        let all: Vec<String> = (0..suite.len()).map(|it| plain_name(&*suite, it)).collect();
        for name in project.only.iter().filter(|name| !all.contains(name)) {
            let why = format!("the project has no case `{name}`");
            graded.push(finish(case, name, Verdict::NotJudged(why), FailureContext::default()));
        }
        graded
    }

    /// The cases of a project. Finding out how a program talks takes time, so they are kept.
    async fn suite(&mut self, case: &RubricCase, project: &ProjectCases) -> Rc<dyn CaseSuite> {
        let is_same = |other: &ProjectCases| {
            (other.name, other.seed, &other.adapter)
                == (project.name, project.seed, &project.adapter)
                // Named cases are the fixed ones, so any suite has them, however many were
                // generated.
                && (other.generated == project.generated || !project.only.is_empty())
        };
        if let Some((_, known)) = self.suites.iter().find(|(other, _)| is_same(other)) {
            return Rc::clone(known);
        }
        let plan = CheckPlan { seed: project.seed, generated: project.generated };
        let runner = &mut self.runner(case);
        let made = suite(project.name, &project.adapter, plan, runner).await;
        let made: Rc<dyn CaseSuite> = Rc::from(made);
        self.suites.push((project.clone(), Rc::clone(&made)));
        made
    }
}

fn plain_name(suite: &dyn CaseSuite, number: usize) -> String {
    suite.name(number).replace('`', "")
}

/// The way to reproduce a case: the command that checks one program.
fn failure_context(project: &ProjectCases, suite: &dyn CaseSuite, number: usize) -> FailureContext {
    let (picture, reproduction) = suite.shown(number);
    let mut again = vec!["check".to_owned(), project.name.typed().to_owned()];
    again.extend(flags(&project.adapter));
    let numbers = [("--seed", project.seed), ("--cases", project.generated as u64)];
    again.extend(numbers.iter().flat_map(|(flag, number)| [(*flag).into(), number.to_string()]));
    // Without quotes, as the command takes it.
    again.extend(["--case".to_owned(), plain_name(suite, number)]);
    // What an adapter file says cannot be said by flags.
    let rules = project.adapter.rules.clone();
    let is_plain = Adapter { rules, ..Adapter::default() } == project.adapter;
    FailureContext {
        runs: reproduction.call.is_none(),
        input: reproduction.console,
        keys: reproduction.keys,
        call: reproduction.call,
        case: picture,
        frame: None,
        again: if is_plain { again } else { Vec::new() },
    }
}

/// The rules of an adapter as flags of `jetan check`.
fn flags(adapter: &Adapter) -> Vec<String> {
    let rules = &adapter.rules;
    let mut flags = Vec::new();
    match rules.implementation {
        TetrisitoVariant::A => flags.push("--impl=A".to_owned()),
        TetrisitoVariant::B => flags.push("--impl=B".to_owned()),
        TetrisitoVariant::C => flags.push("--impl=C".to_owned()),
        TetrisitoVariant::Auto => {}
    }
    flags.extend((rules.clear_lines == Some(true)).then(|| "--clear-lines".to_owned()));
    let used = |usage| match usage {
        PieceUsage::Some => "--use=some".to_owned(),
        PieceUsage::All => "--use=all".to_owned(),
        PieceUsage::Prefix => "--use=prefix".to_owned(),
    };
    flags.extend(rules.usage().map(used));
    flags.extend(rules.side.map(|side| format!("--side={side}")));
    flags.extend(rules.trials.map(|trials| format!("--trials={trials}")));
    let first = |first| match first {
        0 => "--first=random".to_owned(),
        first => format!("--first={first}"),
    };
    flags.extend(rules.first.map(first));
    flags
}
