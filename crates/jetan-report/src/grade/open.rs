//! Notes for the instructor besides points: cases that were not judged or do not apply.

use jetan_grade::grade::{GradedCriterion, GradedOutcome, GradedSubmission};

/// The mark after points that are not final.
pub(super) const MARK: &str = "?";

/// In one line, the names of criteria only; may be empty.
pub(super) fn brief(graded: &GradedSubmission) -> String {
    let names = |is_meant: fn(&GradedCriterion) -> bool| {
        let meant = graded.criteria.iter().filter(|criterion| is_meant(criterion));
        listed(graded, &meant.map(|criterion| criterion.name.as_str()).collect::<Vec<_>>())
    };
    let open = names(GradedCriterion::is_open);
    let void = names(GradedCriterion::is_void);
    let said = [("not judged, a person must look: ", open), ("no case applies: ", void)];
    let said = said.iter().filter(|(_, names)| !names.is_empty());
    said.map(|(what, names)| format!("{what}{names}")).collect::<Vec<_>>().join("; ")
}

/// A line for each reason, with the criteria it is about.
pub(super) fn lines(graded: &GradedSubmission) -> Vec<String> {
    let open = by_reason(graded, GradedCriterion::is_open, GradedOutcome::NotJudged);
    let void = by_reason(graded, GradedCriterion::is_void, GradedOutcome::Skipped);
    let open = open.into_iter().map(|(reason, names)| {
        format!("not judged, a person must look: {}: {reason}", listed(graded, &names))
    });
    let void = void
        .into_iter()
        .map(|(reason, names)| format!("no case applies: {}: {reason}", listed(graded, &names)));
    open.chain(void).collect()
}

/// Some criteria by name, unless it is all of several.
fn listed(graded: &GradedSubmission, names: &[&str]) -> String {
    let is_all = names.len() > 1 && names.len() == graded.criteria.len();
    if is_all { "everything".to_owned() } else { names.join(", ") }
}

/// The reasons in the order in which they come, with the names of their criteria.
fn by_reason(
    graded: &GradedSubmission,
    is_meant: fn(&GradedCriterion) -> bool,
    outcome: GradedOutcome,
) -> Vec<(&str, Vec<&str>)> {
    let mut reasons: Vec<(&str, Vec<&str>)> = Vec::new();
    for criterion in graded.criteria.iter().filter(|criterion| is_meant(criterion)) {
        let cases = criterion.cases.iter().filter(|case| case.outcome == outcome);
        for reason in cases.filter_map(|case| case.reason.as_deref()) {
            let known = reasons.iter_mut().find(|(it, _)| *it == reason);
            match known {
                // Cases of a criterion may share a reason. Criteria come in order, so the last name
                // is enough.
                Some((_, names)) if names.last() == Some(&criterion.name.as_str()) => {}
                Some((_, names)) => names.push(&criterion.name),
                None => reasons.push((reason, vec![&criterion.name])),
            }
        }
    }
    reasons
}
