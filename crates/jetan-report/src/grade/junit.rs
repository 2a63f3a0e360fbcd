//! `JUnit` XML: a suite for each submission, a test for each criterion.

use quick_junit::{NonSuccessKind, Report as Junit, TestCase, TestCaseStatus, TestSuite};

use super::student::CriterionState;
use super::{GradeReport, student};

/// The whole document, without times: it is the same on every machine.
pub(super) fn suites(report: &GradeReport<'_>) -> String {
    let mut junit = Junit::new(report.rubric.title.as_str());
    for graded in report.graded {
        let mut suite = TestSuite::new(graded.name.as_str());
        for test in student::tests(report.rubric, graded) {
            let lost = |kind| {
                let mut status = TestCaseStatus::non_success(kind);
                status.set_message(test.worth());
                status.set_description(test.text.as_str());
                status
            };
            let status = match test.state() {
                CriterionState::Passed => TestCaseStatus::success(),
                CriterionState::Failed => lost(NonSuccessKind::Failure),
                CriterionState::Open => lost(NonSuccessKind::Error),
            };
            let mut case = TestCase::new(test.name.as_str(), status);
            // Readers of JUnit group tests by this name.
            case.set_classname(graded.name.as_str());
            suite.add_test_case(case);
        }
        let notes = student::notes(graded);
        if !notes.is_empty() {
            suite.set_system_err(notes.as_str());
        }
        junit.add_test_suite(suite);
    }
    junit.to_string().expect("text can be written")
}
