//! Decisions of people about grades: points, comments, extensions, excuses, and a rule for late
//! submissions. They are a file of their own (`overrides.toml`), so that no run loses them.

mod class_book;

pub use class_book::{ClassBook, StudentRecord, settle};

use serde::{Deserialize, Serialize};
use toml::Spanned;

use crate::intake::SubmissionDetails;
use crate::rubric::{Points, repair};
use crate::wall_time::{DAY_MINUTES, WallTime};

/// The decisions about a class.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ClassOverrides {
    late: Option<LateRule>,
    students: Vec<StudentOverride>,
}

/// The rule for late submissions.
#[derive(Clone, Debug, PartialEq, Eq)]
struct LateRule {
    due: Option<WallTime>,
    /// Hundredths of a percent of all points, for each day that has begun.
    per_day: u64,
    /// Minutes after the due date that do not count.
    grace: i64,
    /// Hundredths of a percent of all points, at most.
    cap: u64,
}

/// The decisions about one student.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct StudentOverride {
    line: usize,
    id: Option<String>,
    name: Option<String>,
    points: Option<Points>,
    comment: Option<String>,
    excused: bool,
    extension: Option<WallTime>,
    extension_days: i64,
    days_late: Option<i64>,
}

/// The points of a submission after decisions, with the reasons.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
pub struct DecidedPoints {
    /// Points that the cases gave.
    pub earned: Points,
    /// Points that count.
    pub points: Points,
    /// Whether it does not count at all.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub excused: bool,
    /// The decisions, a sentence each.
    pub reasons: Vec<String>,
    /// A comment for the student.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub comment: Option<String>,
}

#[derive(Default, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
struct OverridesWire {
    late: Option<LateWire>,
    #[serde(default)]
    student: Vec<Spanned<StudentWire>>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
struct LateWire {
    due: Option<Spanned<String>>,
    per_day: Option<f64>,
    #[serde(default)]
    grace_minutes: u32,
    cap: Option<f64>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
struct StudentWire {
    id: Option<String>,
    name: Option<String>,
    points: Option<f64>,
    comment: Option<String>,
    #[serde(default)]
    excused: bool,
    extension: Option<String>,
    #[serde(default)]
    extension_days: u32,
    days_late: Option<u32>,
}

impl ClassOverrides {
    /// Reads the file. Every mistake is named with its line.
    pub fn read(text: &str) -> Result<ClassOverrides, Vec<String>> {
        let mut wrong = Vec::new();
        let wire = OverridesWire::read(text, &mut wrong).unwrap_or_default();
        // What is missing may have been left out because it is wrong.
        let is_whole = wrong.is_empty();
        let late = wire.late.map(|late| late.checked(text, is_whole, &mut wrong));
        let students = wire.student.into_iter();
        let students = students.map(|student| {
            let line = line_of(text, student.span().start);
            student.into_inner().checked(line, is_whole, &mut wrong)
        });
        let students = students.collect();
        // All or nothing: a file of which half applies would leave people guessing which half.
        if wrong.is_empty() { Ok(ClassOverrides { late, students }) } else { Err(wrong) }
    }
}

impl OverridesWire {
    /// Reads the file; every mistake of its form is noted. What is left without them is given back,
    /// if that can be read.
    fn read(text: &str, wrong: &mut Vec<String>) -> Option<OverridesWire> {
        let mut rest = text.to_owned();
        let mut budget = repair::BYTES_MAX;
        let mut found = Vec::new();
        let wire = loop {
            let error = match toml::from_str(&rest) {
                Ok(wire) => break Some(wire),
                Err(error) => error,
            };
            // An error without a place is one of the whole file.
            let line = error.span().map_or(1, |span| line_of(text, span.start));
            found.push((line, format!("line {line}: {}", error.message())));
            let span = error.span();
            if span.and_then(|span| repair::without(&mut rest, &span, &mut budget)).is_none() {
                break None;
            }
        };
        // Names of tables are looked at before what is in them.
        found.sort_by_key(|(line, _)| *line);
        wrong.extend(found.into_iter().map(|(_, message)| message));
        wire
    }
}

fn line_of(text: &str, at: usize) -> usize {
    text.bytes().take(at).filter(|byte| *byte == b'\n').count() + 1
}

/// Hundredths, if it is a number that can be meant.
fn hundredths(number: f64, most: f64) -> Option<u64> {
    // NaN is in no range, so it is refused too.
    ((0.0..=most).contains(&number)).then(|| (number * 100.0).round() as u64)
}

impl LateWire {
    fn checked(self, text: &str, is_whole: bool, wrong: &mut Vec<String>) -> LateRule {
        let mut percent = |number: f64, key: &str| {
            hundredths(number, 100.0).unwrap_or_else(|| {
                wrong.push(format!("[late]: {key} is not a percentage from 0 to 100"));
                // Any value does: with an error noted nothing of the file is used.
                0
            })
        };
        let per_day = percent(self.per_day.unwrap_or(0.0), "per-day");
        let cap = percent(self.cap.unwrap_or(100.0), "cap");
        if self.per_day.is_none() && is_whole {
            wrong.push("[late]: per-day is missing".to_owned());
        }
        let due = self.due.and_then(|due| {
            let parsed = WallTime::parse(due.get_ref());
            if parsed.is_none() {
                let line = line_of(text, due.span().start);
                wrong.push(format!("line {line}: due is not a date such as 2026-03-01 23:59"));
            }
            parsed
        });
        LateRule { due, per_day, grace: i64::from(self.grace_minutes), cap }
    }
}

impl StudentWire {
    fn checked(self, line: usize, is_whole: bool, wrong: &mut Vec<String>) -> StudentOverride {
        if is_whole && self.id.is_none() && self.name.is_none() {
            wrong.push(format!("line {line}: a student needs an id or a name"));
        }
        let points = self.points.and_then(|number| {
            let points = hundredths(number, 1_000_000.0).map(Points);
            if points.is_none() {
                wrong.push(format!("line {line}: points are not a number from 0 on"));
            }
            points
        });
        let extension = self.extension.as_ref().and_then(|date| {
            let parsed = WallTime::parse(date);
            if parsed.is_none() {
                wrong.push(format!("line {line}: extension is not a date such as 2026-03-01"));
            }
            parsed
        });
        StudentOverride {
            line,
            id: self.id,
            name: self.name,
            points,
            comment: self.comment,
            excused: self.excused,
            extension,
            extension_days: i64::from(self.extension_days),
            days_late: self.days_late.map(i64::from),
        }
    }
}

impl LateRule {
    /// The days that a submission is late, begun ones counted; none if nobody can know.
    fn days(
        &self,
        handed_in: &SubmissionDetails,
        student: Option<&StudentOverride>,
    ) -> Option<i64> {
        // What a person says outweighs every date.
        if let Some(days) = student.and_then(|student| student.days_late) {
            return Some(days);
        }
        // An extension replaces the due date, and days are added to whichever it is.
        let due = student.and_then(|student| student.extension).or(self.due)?;
        let submitted = WallTime::parse(handed_in.submitted.as_ref()?)?;
        let extended = student.map_or(0, |student| student.extension_days) * DAY_MINUTES;
        let late = submitted.since(due)? - extended;
        // Within the grace period nothing counts; beyond it the whole delay does, the grace
        // included.
        Some(if late <= self.grace { 0 } else { (late + DAY_MINUTES - 1) / DAY_MINUTES })
    }

    /// The points taken off for so many days, of so many points.
    fn cost(&self, days: i64, max: Points) -> Points {
        // Days come from a date that a platform wrote and may be any number.
        let percent = self.per_day.saturating_mul(days.max(0) as u64).min(self.cap);
        // Hundredths of a percent of hundredths of a point, rounded down in favour of the student.
        Points(max.0.saturating_mul(percent) / 10_000)
    }
}

/// Applies the rule and the override; none if neither changes anything.
fn decide(
    late: Option<&LateRule>,
    student: Option<&StudentOverride>,
    earned: Points,
    max: Points,
    handed_in: &SubmissionDetails,
) -> Option<DecidedPoints> {
    let mut decided = DecidedPoints { earned, points: earned, ..DecidedPoints::default() };
    let by_hand = student.and_then(|student| student.points);
    // Points set by hand are final: the late rule does not touch them.
    if let Some(points) = by_hand {
        decided.points = points;
        decided.reasons.push(format!("points set by hand to {points}; the cases gave {earned}"));
    } else if let Some(rule) = late {
        decided.deduct(rule, student, max, handed_in);
    } else if handed_in.late {
        decided.reasons.push("marked late; there is no late rule".to_owned());
    }
    if let Some(student) = student {
        decided.excused = student.excused;
        decided.comment.clone_from(&student.comment);
        if student.excused {
            decided.reasons.push("excused".to_owned());
        }
    }
    let is_something = !decided.reasons.is_empty() || decided.comment.is_some();
    is_something.then_some(decided)
}

impl DecidedPoints {
    fn deduct(
        &mut self,
        rule: &LateRule,
        student: Option<&StudentOverride>,
        max: Points,
        handed_in: &SubmissionDetails,
    ) {
        let extended = student.filter(|it| it.extension.is_some() || it.extension_days > 0);
        match rule.days(handed_in, student) {
            Some(0) if extended.is_some() => self.reasons.push("on time by extension".to_owned()),
            Some(0) => {}
            Some(days) => {
                let cost = rule.cost(days, max);
                self.points = Points(self.points.0.saturating_sub(cost.0));
                let unit = if days == 1 { "day" } else { "days" };
                self.reasons.push(format!("{days} {unit} late: {cost} points taken off"));
            }
            None if handed_in.late => self.reasons.push(
                "marked late without a date that can be compared: nothing taken off; say \
                 days-late in the overrides"
                    .to_owned(),
            ),
            None => {}
        }
    }
}

#[cfg(test)]
mod tests;
