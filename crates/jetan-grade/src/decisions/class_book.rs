//! A class brought together: submissions, students of the roster and decisions.

use std::collections::{BTreeMap, BTreeSet};

use super::{ClassOverrides, DecidedPoints, StudentOverride, decide};
use crate::grade::{GradedOutcome, GradedSubmission};
use crate::intake::SubmissionDetails;
use crate::roster::Roster;
use crate::rubric::{CaseAction, Points, Rubric};

/// A class besides its grades: roster, decisions about single students, remarks.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ClassBook {
    /// The roster, if there is one.
    pub roster: Option<Roster>,
    /// Submission and decision of each student of the roster.
    pub personal: Vec<StudentRecord>,
    /// Remarks for a person to read, a line each.
    pub remarks: Vec<String>,
}

/// A student of the roster: submission and personal decision.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct StudentRecord {
    /// The position of the submission among those that were graded; none if nothing was handed in.
    pub submission: Option<usize>,
    /// The decision about this student alone.
    pub decided: Option<DecidedPoints>,
}

impl ClassBook {
    /// The students who have handed in nothing, with what was decided about them.
    pub fn missing(&self) -> impl Iterator<Item = (&crate::roster::RosterLine, &StudentRecord)> {
        let lines = self.roster.iter().flat_map(|roster| &roster.lines);
        lines.zip(&self.personal).filter(|(_, personal)| personal.submission.is_none())
    }
}

/// Brings everything together and writes decisions into what was graded. `remarks` are those of
/// the intake.
pub fn settle(
    rubric: &Rubric,
    graded: &mut [GradedSubmission],
    roster: Option<Roster>,
    overrides: &ClassOverrides,
    remarks: Vec<String>,
) -> ClassBook {
    let count = roster.as_ref().map_or(0, |roster| roster.lines.len());
    let personal = vec![StudentRecord::default(); count];
    let mut book = ClassBook { roster, personal, remarks };
    if let Some(roster) = &book.roster {
        book.remarks.extend(roster.remarks.iter().map(|it| format!("roster: {it}")));
    }
    book.remarks.extend(unfit_adapters(rubric, graded));
    book.find_owners(graded);
    let targets = book.targets(graded, overrides, rubric.points());
    let max = rubric.points();
    book.remarks.extend(undecided_dates(graded, overrides, &targets));
    for (at, graded) in graded.iter_mut().enumerate() {
        let student = targets.submissions.get(&at).copied();
        let nothing = SubmissionDetails::default();
        let handed_in = graded.handed_in.as_ref().unwrap_or(&nothing);
        let late = overrides.late.as_ref();
        // The decision about the submission first; those about single members come on top.
        let mut decided = decide(late, student, graded.points, max, handed_in);
        for (line, student) in &targets.people {
            let Some(personal) = book.personal.get_mut(*line) else { continue };
            if personal.submission != Some(at) {
                continue;
            }
            // Computed for each member again: an extension may hold for one of a group only.
            personal.decided = decide(late, Some(student), graded.points, max, handed_in);
            let name = student.called();
            let points = decided.get_or_insert_with(|| DecidedPoints {
                earned: graded.points,
                points: graded.points,
                ..DecidedPoints::default()
            });
            let reasons = personal.decided.iter().flat_map(|it| &it.reasons);
            points.reasons.extend(reasons.map(|reason| format!("{name}: {reason}")));
        }
        if let Some(decided) = &decided {
            graded.points = decided.points;
        }
        graded.decided = decided;
    }
    for (line, student) in &targets.people {
        if let Some(personal) = book.personal.get_mut(*line)
            && personal.submission.is_none()
        {
            let nothing = SubmissionDetails::default();
            // No late rule: nothing was handed in that could be late.
            personal.decided = decide(None, Some(student), Points(0), max, &nothing);
        }
    }
    book
}

/// Adapters with which no program of the class passes a single case: more likely the adapter is
/// wrong than everybody.
fn unfit_adapters(rubric: &Rubric, graded: &[GradedSubmission]) -> Vec<String> {
    let mut remarks = Vec::new();
    for (number, criterion) in rubric.criteria.iter().enumerate() {
        let sources = criterion.cases.iter().filter_map(|case| match &case.kind {
            CaseAction::Project(project) => project.adapter_source.as_ref(),
            _ => None,
        });
        let results = || graded.iter().filter_map(|graded| graded.criteria.get(number));
        let is_any_right = results().any(|it| it.count(GradedOutcome::Passed) > 0);
        let is_any_judged = results().any(|it| it.count(GradedOutcome::Failed) > 0);
        if is_any_right || !is_any_judged {
            continue;
        }
        remarks.extend(sources.map(|(file, line)| {
            format!(
                "rubric line {line}: with the adapter {file} no program passes a case of {}: does \
                 it fit them?",
                criterion.name
            )
        }));
    }
    remarks
}

/// A remark that dates of the platform cannot be compared with the due date, once for all: with a
/// late rule that never applies a class would look punctual.
fn undecided_dates(
    graded: &[GradedSubmission],
    overrides: &ClassOverrides,
    targets: &OverrideTargets<'_>,
) -> Option<String> {
    let rule = overrides.late.as_ref()?;
    rule.due?;
    let is_open = |(at, graded): &(usize, &GradedSubmission)| {
        let student = targets.submissions.get(at).copied();
        graded.handed_in.as_ref().is_some_and(|handed_in| {
            handed_in.submitted.is_some() && rule.days(handed_in, student).is_none()
        })
    };
    let open: Vec<&str> =
        graded.iter().enumerate().filter(is_open).map(|(_, graded)| graded.name.as_str()).collect();
    let (first, count) = (open.first()?, open.len());
    Some(format!(
        "overrides: `due` cannot be compared with the dates of {count} of {} submissions, such as \
         {first}'s: nothing was taken off; if they name a time zone `due` must name one too, as in \
         \"2026-03-01 23:59 -08:00\"",
        graded.len()
    ))
}

/// The submissions and students that overrides are about.
#[derive(Default)]
struct OverrideTargets<'o> {
    /// By position among the submissions.
    submissions: BTreeMap<usize, &'o StudentOverride>,
    /// By position in the roster: students of groups, and those who handed in nothing.
    people: BTreeMap<usize, &'o StudentOverride>,
}

impl ClassBook {
    /// Finds the submission of each student of the roster. Whoever is known by the id that
    /// identifies students there comes before whoever is known otherwise: another column may have
    /// the same number for somebody else.
    fn find_owners(&mut self, graded: &[GradedSubmission]) {
        let Some(roster) = &self.roster else { return };
        let owned: Vec<(Vec<usize>, bool)> = graded.iter().map(|it| owners(roster, it)).collect();
        for certain in [true, false] {
            for (at, (owners, is_certain)) in owned.iter().enumerate() {
                if *is_certain != certain {
                    continue;
                }
                let graded = &graded[at];
                if owners.is_empty() {
                    self.remarks.push(not_listed(graded));
                }
                for &owner in owners {
                    let Some(personal) = self.personal.get_mut(owner) else { continue };
                    // The first one counts, in the order in which they were graded.
                    if personal.submission.is_none() {
                        personal.submission = Some(at);
                    } else {
                        let name = roster.lines.get(owner).map_or("", |line| line.name.as_str());
                        self.remarks.push(format!(
                            "{name} has several submissions: {} does not count",
                            graded.name
                        ));
                    }
                }
            }
        }
    }

    /// Finds whom each override is about; those about nobody, or with too many points, are named.
    fn targets<'o>(
        &mut self,
        graded: &[GradedSubmission],
        overrides: &'o ClassOverrides,
        max: Points,
    ) -> OverrideTargets<'o> {
        let mut targets = OverrideTargets::default();
        let mut seen = BTreeSet::new();
        for student in &overrides.students {
            let (line, name) = (student.line, student.called());
            if student.points.is_some_and(|points| points > max) {
                self.remarks.push(format!(
                    "overrides line {line}: more points for {name} than the {max} there are: not \
                     applied"
                ));
                continue;
            }
            let mut own = graded.iter().enumerate().filter(|(_, it)| student.is_about(it));
            // Whether there is a second one: a name that fits two submissions decides about
            // neither.
            let own = (own.next().map(|(at, _)| at), own.next().is_some());
            let on_roster = self.on_roster(student);
            let is_group = on_roster.and_then(|at| self.personal.get(at)?.submission);
            let is_group = is_group.and_then(|at| graded.get(at)).is_some_and(is_shared);
            let known = match (own, on_roster) {
                // A name that two on the roster have decides about neither, although only one
                // of them has handed something in.
                ((Some(at), false), None) if !self.is_doubled(student) => {
                    targets.submissions.insert(at, student).is_none()
                }
                // A decision about a member of a group is not one about the work of all.
                ((Some(at), false), Some(_)) if !is_group => {
                    targets.submissions.insert(at, student).is_none()
                }
                (_, Some(at)) => match self.personal.get(at).and_then(|it| it.submission) {
                    Some(own) if !is_group => targets.submissions.insert(own, student).is_none(),
                    _ => targets.people.insert(at, student).is_none(),
                },
                ((_, is_several), None) => {
                    let why = match (&student.id, is_several || self.is_doubled(student)) {
                        (Some(_), _) => "nobody has this id",
                        (None, true) => "several have this name, say which by `id`",
                        (None, false) => "nobody has this name",
                    };
                    self.remarks.push(format!("overrides line {line}: {name}: {why}: not applied"));
                    continue;
                }
            };
            if !known || !seen.insert(name.clone()) {
                self.remarks
                    .push(format!("overrides line {line}: {name} is there twice: this one counts"));
            }
        }
        targets
    }

    /// Whether several students of the roster have the name that is meant.
    fn is_doubled(&self, student: &StudentOverride) -> bool {
        let lines = self.roster.iter().flat_map(|roster| &roster.lines);
        lines.filter(|line| student.name.as_deref() == Some(line.name.as_str())).count() > 1
    }

    fn on_roster(&self, student: &StudentOverride) -> Option<usize> {
        let roster = self.roster.as_ref()?;
        match (&student.id, &student.name) {
            (Some(id), _) => roster.by_id(id),
            (None, Some(name)) => roster.by_name(name),
            (None, None) => None,
        }
    }
}

/// Whether a submission is the work of several.
fn is_shared(graded: &GradedSubmission) -> bool {
    graded.handed_in.as_ref().is_some_and(|it| !it.members.is_empty())
}

/// The remark about a submission of nobody on the roster.
fn not_listed(graded: &GradedSubmission) -> String {
    let handed_in = graded.handed_in.as_ref();
    let has_id = handed_in.is_some_and(|it| it.id.is_some() || !it.members.is_empty());
    // A platform would look for such a line by its name, and may find somebody else.
    let left_out = if has_id { "" } else { " and has no id: no platform gets it" };
    format!("{} is not in the roster{left_out}", graded.name)
}

/// The students of a roster whose work a submission is, and whether that is certain: by their
/// group, or by the id that identifies students there.
fn owners(roster: &Roster, graded: &GradedSubmission) -> (Vec<usize>, bool) {
    let handed_in = graded.handed_in.as_ref();
    let members = handed_in.map(|it| it.members.as_slice()).unwrap_or_default();
    // What the platform says about a group is preferred to names that look like one.
    if !members.is_empty() {
        let find = |id: &str, name: &str| roster.by_id(id).or_else(|| roster.by_name(name));
        return (members.iter().filter_map(|it| find(&it.id, &it.name)).collect(), true);
    }
    let group = roster.of_group(&graded.name);
    if !group.is_empty() {
        return (group, true);
    }
    let id = handed_in.and_then(|it| it.id.as_ref());
    match id.map(|id| (roster.by_id(id), roster.is_own_id(id))) {
        Some((Some(at), is_own)) => (vec![at], is_own),
        // Whoever has an id that the roster does not know may still be there without one.
        _ => (roster.by_name(&graded.name).into_iter().collect(), false),
    }
}

impl StudentOverride {
    /// The id or name, for messages.
    fn called(&self) -> String {
        self.id.clone().or_else(|| self.name.clone()).unwrap_or_default()
    }

    /// Whether a submission is this student's alone.
    fn is_about(&self, graded: &GradedSubmission) -> bool {
        let handed_in = graded.handed_in.as_ref();
        match &self.id {
            Some(id) => {
                let own = handed_in.and_then(|it| it.id.as_ref());
                // Ids are logins on some platforms, whose case nobody keeps.
                own.map_or(graded.name == *id, |own| own.eq_ignore_ascii_case(id))
            }
            None => self.name.as_ref() == Some(&graded.name),
        }
    }
}
