//! Sudoku: four programs of ours, mutants of them, programs that talk differently, and programs
//! that misbehave.

use expect_test::expect_file;
use jetan_check::adapter::Adapter;
use jetan_check::check::{CheckPlan, suite};
use jetan_check::verdict::{FailureKind, Verdict};
use jetan_games::GameTitle;
use jetan_machine::Interpreter;
use jetan_run::{YieldPoint, at_once};
use jetan_sandbox::runner::ProgramRunner;

use crate::support::{
    Edit, changes, check, check_to_failure, expect_answers_to_count, generated, ours, variants,
};

const FEW: CheckPlan = CheckPlan { seed: 1, generated: 16 };

fn adapter(text: &str) -> Adapter {
    Adapter::parse(text).expect("the adapter can be read")
}

fn agrees(program: &str, usual: usize, long: usize) {
    let subject = ours(GameTitle::Sudoku, &[program.to_owned()], &[]);
    let report = check(GameTitle::Sudoku, &subject, &Adapter::default(), generated(usual, long));
    report.expect_clean(program);
}

#[test]
fn our_program_for_4x4_agrees_with_the_engine() {
    agrees("4x4.asm", 400, 4000);
}

#[test]
fn our_program_for_9x9_agrees_with_the_engine() {
    agrees("9x9.asm", 60, 2000);
}

#[test]
fn our_program_that_reads_strings_agrees_with_the_engine() {
    agrees("9x9-strings.asm", 60, 2000);
}

#[test]
fn our_program_with_masks_agrees_with_the_engine() {
    agrees("9x9-masks.asm", 200, 2000);
}

#[test]
fn is_safe_of_our_backtracking_programs_is_called() {
    for (program, is_called) in
        [("4x4.asm", true), ("9x9-strings.asm", true), ("9x9-masks.asm", false)]
    {
        let subject = ours(GameTitle::Sudoku, &[program.to_owned()], &[]);
        let report = check(GameTitle::Sudoku, &subject, &Adapter::default(), FEW);
        let other = report.reasons.iter().find(|reason| !reason.contains("has no solution"));
        assert_eq!(other.is_none(), is_called, "{program}: {other:?}");
    }
}

#[test]
fn a_grid_without_a_solution_is_reported_and_not_counted_unless_somebody_asks_for_it() {
    // It takes whatever its search leaves for a solution.
    let careless = Edit {
        file: "parts/backtracking.asm".to_owned(),
        find: "        jal     solve\n        beqz    $v0 unsolvable\n".to_owned(),
        replace: "        jal     solve\n        beqz    $v0 nowhere\n".to_owned(),
    };
    let crash = Edit {
        file: "parts/backtracking.asm".to_owned(),
        find: "unsolvable:\n".to_owned(),
        replace: "nowhere:\n        jr      $zero\nunsolvable:\n".to_owned(),
    };
    let subject = ours(GameTitle::Sudoku, &["4x4.asm".to_owned()], &[careless, crash]);
    let mut engine: Interpreter = Interpreter::default();
    let mut runner = ProgramRunner::new(&subject, &mut engine, &YieldPoint::NONE);
    let suite = at_once(suite(GameTitle::Sudoku, &Adapter::default(), FEW, &mut runner));
    let is_open = |&case: &usize| suite.parts()[suite.part(case)].name == "no solution";
    assert!((0..suite.len()).any(|case| is_open(&case)));
    for case in 0..suite.len() {
        let verdict = at_once(suite.judge(case, &mut runner));
        assert!(!verdict.is_failed(), "{}: {verdict:?}", suite.name(case));
    }
    let case = (0..suite.len()).find(|&case| suite.name(case) == "`no number fits a cell`");
    let case = case.expect("there is one");
    assert!(is_open(&case));
    let Verdict::Skipped(reason) = at_once(suite.judge(case, &mut runner)) else {
        panic!("it is open")
    };
    assert!(reason.contains("the program stops with an error"), "{reason}");
    assert!(at_once(suite.judge_asked(case, &mut runner)).is_failed());
}

#[test]
fn every_mutant_is_caught_with_a_grid_that_a_student_understands() {
    let mut stories = String::new();
    for change in changes(GameTitle::Sudoku, "mutants.toml") {
        let subject = ours(GameTitle::Sudoku, &change.program, &change.edits);
        let adapter = adapter(&change.adapter);
        let report = check_to_failure(GameTitle::Sudoku, &subject, &adapter, FEW);
        stories.push_str(&report.story(&change.name));
        stories.push('\n');
    }
    expect_file!["../../../../testdata/check/sudoku/mutants.txt"].assert_eq(&stories);
}

#[test]
fn correct_programs_that_talk_differently_pass() {
    let mut tried = 0;
    for (name, subject, adapter) in variants(GameTitle::Sudoku) {
        check(GameTitle::Sudoku, &subject, &adapter, FEW).expect_clean(&name);
        tried += 1;
    }
    for change in changes(GameTitle::Sudoku, "variants.toml") {
        let subject = ours(GameTitle::Sudoku, &change.program, &change.edits);
        let adapter = adapter(&change.adapter);
        check(GameTitle::Sudoku, &subject, &adapter, FEW).expect_clean(&change.name);
        tried += 1;
    }
    assert!(tried >= 8, "only {tried} variants");
}

#[test]
fn programs_that_misbehave_fail_for_the_right_reason() {
    for (program, kind) in [
        ("hangs", FailureKind::Hang),
        ("hangs-in-the-search", FailureKind::Hang),
        ("floods", FailureKind::Flood),
        ("crashes", FailureKind::Crash),
        ("ends-at-once", FailureKind::Ending),
        ("reads-too-much", FailureKind::Ending),
        ("prints-noise", FailureKind::Wrong),
        ("prints-the-input", FailureKind::Wrong),
    ] {
        let path = format!("../../testdata/check/sudoku/hostile/{program}.asm");
        let subject = ours(GameTitle::Sudoku, &[path], &[]);
        let plan = CheckPlan { seed: 1, generated: 4 };
        let report = check_to_failure(GameTitle::Sudoku, &subject, &Adapter::default(), plan);
        let (_, smallest) = report.first_failure.expect(program);
        assert_eq!(smallest.failure.kind, kind, "{program}");
    }
}

#[test]
fn a_crash_or_a_hang_after_the_answer_costs_nothing_but_is_reported() {
    expect_answers_to_count(GameTitle::Sudoku, generated(10, 40));
}
