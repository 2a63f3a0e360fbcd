//! Changes since earlier grades, and their reasons.

use std::fmt::Write as _;

use jetan_grade::grade::{GradedCriterion, GradedOutcome, GradedSubmission};

use super::GradeReport;

impl GradeReport<'_> {
    /// The earlier result of a submission, by id if there is one, else by name.
    pub(super) fn earlier(&self, graded: &GradedSubmission) -> Option<&GradedSubmission> {
        let id = |graded: &GradedSubmission| graded.handed_in.as_ref().and_then(|it| it.id.clone());
        let own = id(graded);
        // Ids are compared only if both have one: grades with ids may follow some without.
        let is_same = |earlier: &&GradedSubmission| match (&own, id(earlier)) {
            (Some(own), Some(its)) => *own == its,
            _ => earlier.name == graded.name,
        };
        self.before?.iter().find(is_same)
    }

    /// The change since the earlier result, in one line; none if there is none.
    pub(super) fn change(&self, graded: &GradedSubmission) -> Option<String> {
        // Without earlier grades everything would be new.
        self.before?;
        let Some(earlier) = self.earlier(graded) else {
            return Some("not graded before".to_owned());
        };
        let mut said = Vec::new();
        for criterion in &graded.criteria {
            match earlier.criteria.iter().find(|it| it.name == criterion.name) {
                Some(old) if old.points != criterion.points || old.max != criterion.max => {
                    said.push(of_criterion(old, criterion));
                }
                Some(_) => {}
                None => said.push(format!("{} is new", criterion.name)),
            }
        }
        let gone = earlier.criteria.iter();
        let gone = gone.filter(|old| graded.criteria.iter().all(|it| it.name != old.name));
        said.extend(gone.map(|old| format!("{} is gone", old.name)));
        let reasons =
            |graded: &GradedSubmission| graded.decided.as_ref().map(|it| it.reasons.clone());
        if reasons(graded) != reasons(earlier) {
            let now = reasons(graded).unwrap_or_default().join("; ");
            said.push(if now.is_empty() { "decision withdrawn".to_owned() } else { now });
        }
        if said.is_empty() && graded.points == earlier.points {
            return None;
        }
        // Other files alone are not worth a line; they are named beside a change that they may
        // explain.
        let files =
            |graded: &GradedSubmission| graded.handed_in.as_ref().map(|it| it.files.clone());
        if files(graded) != files(earlier) {
            said.push("other files were handed in".to_owned());
        }
        Some(format!("{} before: {}", earlier.points, said.join("; ")))
    }
}

/// The points of a criterion before and now, with the cases that went another way.
fn of_criterion(old: &GradedCriterion, new: &GradedCriterion) -> String {
    let outcome = |criterion: &GradedCriterion, name: &str| {
        criterion.cases.iter().find(|case| case.name == name).map(|case| case.outcome)
    };
    let turned = |wanted: GradedOutcome| {
        let cases = new.cases.iter().filter(|case| case.outcome == wanted);
        let turned = cases.filter(|case| outcome(old, &case.name).is_some_and(|it| it != wanted));
        turned.map(|case| case.name.as_str()).collect::<Vec<_>>()
    };
    let mut text = format!("{} {} to {}", new.name, old.points, new.points);
    for (what, names) in [
        ("now passes", turned(GradedOutcome::Passed)),
        ("now fails", turned(GradedOutcome::Failed)),
    ] {
        if let [first, rest @ ..] = names.as_slice() {
            let more = if rest.is_empty() { String::new() } else { format!(" and {}", rest.len()) };
            let _ = write!(text, ", {what}: {first}{more}");
        }
    }
    text
}
