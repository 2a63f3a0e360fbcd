//! Decisions about a small class.

use super::*;
use crate::grade::{GradedCase, GradedCriterion, GradedOutcome, GradedSubmission, ungraded};
use crate::intake::GroupMember;
use crate::roster::Roster;
use crate::rubric::{Rubric, RubricResources, read};

struct NoFiles;

impl RubricResources for NoFiles {
    fn file(&mut self, _: &str) -> Result<Vec<u8>, String> {
        Err("there is none".to_owned())
    }

    fn list(&mut self, _: &str) -> Result<Vec<String>, String> {
        Err("there is none".to_owned())
    }
}

fn rubric() -> Rubric {
    let text = "title = \"t\"\n[[criterion]]\nname = \"c\"\npoints = 20\n\
                [[criterion.io]]\noutput = \"\"\n";
    read(text, &mut NoFiles).rubric.expect("a rubric")
}

fn graded(
    name: &str,
    id: &str,
    points: u64,
    submitted: Option<&str>,
    late: bool,
) -> GradedSubmission {
    let handed_in = SubmissionDetails {
        id: Some(id.to_owned()),
        late,
        submitted: submitted.map(str::to_owned),
        ..SubmissionDetails::default()
    };
    let empty = ungraded(&rubric(), name, Vec::new(), String::new());
    GradedSubmission { points: Points(points), handed_in: Some(handed_in), ..empty }
}

fn summary(graded: &[GradedSubmission]) -> Vec<String> {
    let line = |it: &GradedSubmission| {
        let reasons = it.decided.as_ref().map(|it| it.reasons.join("; ")).unwrap_or_default();
        format!("{} {}: {reasons}", it.name, it.points)
    };
    graded.iter().map(line).collect()
}

#[test]
fn late_days_cost_what_the_rule_says() {
    let overrides = ClassOverrides::read(
        "[late]\ndue = \"2026-03-01 23:59\"\nper-day = 10\ngrace-minutes = 15\ncap = 50\n\
         [[student]]\nid = \"5\"\nextension-days = 2\n[[student]]\nid = \"6\"\ndays-late = 1\n\
         [[student]]\nid = \"7\"\nextension = \"2026-03-02\"\n",
    );
    let overrides = overrides.expect("they are sound");
    let mut class = [
        graded("ann", "1", 2000, Some("2026-03-02-00-14-00"), false),
        graded("ben", "2", 2000, Some("2026-03-02 00:15"), false),
        graded("cy", "3", 2000, Some("2026-03-20 00:00"), false),
        graded("di", "4", 2000, None, true),
        graded("ed", "5", 2000, Some("2026-03-03 10:00"), false),
        graded("flo", "6", 100, None, true),
        graded("gus", "7", 2000, Some("2026-03-03 00:15"), false),
    ];
    settle(&rubric(), &mut class, None, &overrides, Vec::new());
    assert_eq!(
        summary(&class),
        [
            "ann 20: ",
            "ben 18: 1 day late: 2 points taken off",
            "cy 10: 19 days late: 10 points taken off",
            "di 20: marked late without a date that can be compared: nothing taken off; say \
             days-late in the overrides",
            "ed 20: on time by extension",
            "flo 0: 1 day late: 2 points taken off",
            "gus 18: 1 day late: 2 points taken off",
        ]
    );
}

#[test]
fn overrides_about_nobody_and_of_too_many_points_are_named() {
    let overrides = ClassOverrides::read(
        "[[student]]\nid = \"1\"\npoints = 17.5\ncomment = \"regraded\"\n\
         [[student]]\nid = \"99\"\nexcused = true\n[[student]]\nname = \"ben\"\npoints = 21\n\
         [[student]]\nid = \"3\"\nexcused = true\n[[student]]\nid = \"1\"\npoints = 18\n",
    );
    let overrides = overrides.expect("they are sound");
    let mut class = [graded("ann", "1", 1000, None, false), graded("ben", "2", 500, None, false)];
    let roster = Roster::read(b"ID,Name\n1,ann\n2,ben\n3,cy\n4,di\n").expect("a roster");
    let book = settle(&rubric(), &mut class, Some(roster), &overrides, Vec::new());
    assert_eq!(summary(&class), ["ann 18: points set by hand to 18; the cases gave 10", "ben 5: "]);
    assert_eq!(
        book.remarks,
        [
            "overrides line 5: 99: nobody has this id: not applied",
            "overrides line 8: more points for ben than the 20 there are: not applied",
            "overrides line 14: 1 is there twice: this one counts",
        ]
    );
    let missing: Vec<(&str, bool)> = book
        .missing()
        .map(|(line, own)| (line.name.as_str(), own.decided.as_ref().is_some_and(|it| it.excused)))
        .collect();
    assert_eq!(missing, [("cy", true), ("di", false)]);
}

#[test]
fn a_decision_about_one_of_a_group_is_that_students_alone() {
    let mut team = graded("Ann, Bo", "submission_1", 1000, None, false);
    let member = |name: &str, id: &str| GroupMember { name: name.to_owned(), id: id.to_owned() };
    team.handed_in.as_mut().expect("it is there").members =
        vec![member("Ann", "1"), member("Bo", "2")];
    let mut class = [team];
    let overrides =
        ClassOverrides::read("[[student]]\nid = \"2\"\npoints = 3\n").expect("they are sound");
    let roster = Roster::read(b"ID,Name\n1,Ann\n2,Bo\n").expect("a roster");
    let book = settle(&rubric(), &mut class, Some(roster), &overrides, Vec::new());
    assert_eq!(summary(&class), ["Ann, Bo 10: 2: points set by hand to 3; the cases gave 10"]);
    assert_eq!(book.personal[0].decided, None);
    assert_eq!(book.personal[1].decided.as_ref().map(|it| it.points), Some(Points(300)));
    assert_eq!(book.missing().count(), 0);
}

#[test]
fn the_id_that_identifies_students_comes_before_equal_ones_of_other_columns() {
    let mut class = [graded("2", "2", 500, None, false), graded("bo", "s2", 1000, None, false)];
    let roster = Roster::read(b"Username,Student ID,Name\ns2,2,Bo\ns3,3,Cy\n").expect("a roster");
    let none = ClassOverrides::default();
    let book = settle(&rubric(), &mut class, Some(roster), &none, Vec::new());
    assert_eq!(book.personal[0].submission, Some(1));
    assert_eq!(book.remarks, ["Bo has several submissions: 2 does not count"]);
}

#[test]
fn every_mistake_of_the_file_is_named() {
    let wrong = ClassOverrides::read(
        "[late]\ndue = \"soon\"\nper-day = 110\n[[student]]\npoints = -1\n[[student]]\n\
         id = \"1\"\nextension = \"x\"\n",
    );
    assert_eq!(
        wrong.expect_err("it is wrong"),
        [
            "[late]: per-day is not a percentage from 0 to 100",
            "line 2: due is not a date such as 2026-03-01 23:59",
            "line 4: a student needs an id or a name",
            "line 4: points are not a number from 0 on",
            "line 6: extension is not a date such as 2026-03-01",
        ]
    );
    let wrong =
        ClassOverrides::read("[[student]]\nid = \"1\"\npiontz = 3\n").expect_err("it is wrong");
    assert!(wrong[0].starts_with("line 3: unknown field `piontz`"), "{wrong:?}");
    let several = "[late]\nper-day = \"ten\"\n[[student]]\nid = 7\n[[student]]\nid = \"1\"\n\
                   excused = \"yes\"\nextension = \"x\"\n[lat]\ncap = 3\n";
    let wrong = ClassOverrides::read(several).expect_err("it is wrong");
    let lines: Vec<&str> = wrong.iter().filter_map(|it| it.split(':').next()).collect();
    assert_eq!(lines, ["line 2", "line 4", "line 7", "line 9", "line 5"], "{wrong:#?}");
}

/// The only file is an adapter.
struct OneAdapter;

impl RubricResources for OneAdapter {
    fn file(&mut self, _: &str) -> Result<Vec<u8>, String> {
        Ok(b"[input]\nbefore = ['x']\n".to_vec())
    }

    fn list(&mut self, _: &str) -> Result<Vec<String>, String> {
        Err("there is none".to_owned())
    }
}

#[test]
fn an_adapter_that_fits_no_program_is_named_with_its_line() {
    let text = "title = \"t\"\n[[criterion]]\nname = \"games\"\npoints = 20\n\
                [[criterion.project]]\nname = \"four-in-a-row\"\nadapter = \"our.toml\"\n";
    let rubric = read(text, &mut OneAdapter).rubric.expect("a rubric");
    let with = |outcome| {
        let case = GradedCase {
            name: "one move".to_owned(),
            hidden: false,
            outcome,
            message: None,
            reason: None,
            failure: None,
        };
        let criterion = GradedCriterion {
            name: "games".to_owned(),
            points: Points(0),
            max: Points(2000),
            hidden: false,
            message: None,
            cases: vec![case],
        };
        let empty = ungraded(&rubric, "ann", Vec::new(), String::new());
        GradedSubmission { criteria: vec![criterion], ..empty }
    };
    let remarks = |outcomes: &[GradedOutcome]| {
        let mut class: Vec<GradedSubmission> = outcomes.iter().copied().map(with).collect();
        settle(&rubric, &mut class, None, &ClassOverrides::default(), Vec::new()).remarks
    };
    let (passed, failed) = (GradedOutcome::Passed, GradedOutcome::Failed);
    let said = "rubric line 7: with the adapter our.toml no program passes a case of games: does \
                it fit them?";
    assert_eq!(remarks(&[failed, failed]), [said]);
    assert!(remarks(&[failed, passed]).is_empty());
    assert!(remarks(&[GradedOutcome::NotJudged]).is_empty(), "that is said already");
    assert!(remarks(&[]).is_empty());
}

#[test]
fn dates_that_cannot_be_compared_are_reported_once() {
    let remarks = |due: &str| {
        let text = format!("[late]\ndue = \"{due}\"\nper-day = 10\n");
        let overrides = ClassOverrides::read(&text).expect("they are sound");
        let date = Some("2026-03-02 23:10:00.000000000 Z");
        let mut class =
            [graded("Ann", "1", 2000, date, false), graded("Bo", "2", 2000, date, true)];
        settle(&rubric(), &mut class, None, &overrides, Vec::new()).remarks
    };
    assert!(remarks("2026-03-01 23:59 Z").is_empty());
    let said = remarks("2026-03-01 23:59");
    assert_eq!(said.len(), 1, "{said:?}");
    assert!(said[0].contains("of 2 of 2 submissions, such as Ann's"), "{said:?}");
}
