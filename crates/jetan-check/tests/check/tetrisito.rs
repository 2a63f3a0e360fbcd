//! Tetrisito: five programs of ours, mutants of them, programs that talk differently, and programs
//! that misbehave.

use expect_test::expect_file;
use jetan_check::adapter::Adapter;
use jetan_check::check::CheckPlan;
use jetan_check::verdict::FailureKind;
use jetan_games::GameTitle;

use crate::support::{
    changes, check, check_to_failure, expect_answers_to_count, generated, ours, variants,
};

const FEW: CheckPlan = CheckPlan { seed: 1, generated: 24 };

fn adapter(text: &str) -> Adapter {
    Adapter::parse(text).expect("the adapter can be read")
}

fn agrees(program: &str, rules: &str, usual: usize, long: usize) {
    let subject = ours(GameTitle::Tetrisito, &[program.to_owned()], &[]);
    let report = check(GameTitle::Tetrisito, &subject, &adapter(rules), generated(usual, long));
    report.expect_clean(program);
}

#[test]
fn our_program_a_agrees_with_the_engine() {
    agrees("a.asm", "[rules]\nimplementation = 'A'", 400, 4000);
}

#[test]
fn our_program_b_agrees_with_the_engine() {
    agrees("b.asm", "[rules]\nimplementation = 'B'", 400, 4000);
}

#[test]
fn our_program_c_agrees_with_the_engine() {
    agrees("c.asm", "", 400, 4000);
}

#[test]
fn our_program_c_with_masks_agrees_with_the_engine() {
    agrees("c-masks.asm", "", 400, 4000);
}

#[test]
fn our_program_c_with_line_clearing_agrees_with_the_engine() {
    agrees("c-clear.asm", "[rules]\nclear-lines = true", 200, 2000);
}

#[test]
fn every_routine_of_our_programs_is_called_and_the_document_s_names_are_kept() {
    let subject = ours(GameTitle::Tetrisito, &["c.asm".to_owned()], &[]);
    let report = check(GameTitle::Tetrisito, &subject, &Adapter::default(), FEW);
    assert_eq!(report.skipped, 0);
    let subject = ours(GameTitle::Tetrisito, &["c-masks.asm".to_owned()], &[]);
    let report = check(GameTitle::Tetrisito, &subject, &Adapter::default(), FEW);
    assert_eq!(report.skipped, 6, "it has no procedure of the document");
}

#[test]
fn every_mutant_is_caught_with_a_case_that_a_student_understands() {
    let mut stories = String::new();
    for change in changes(GameTitle::Tetrisito, "mutants.toml") {
        let subject = ours(GameTitle::Tetrisito, &change.program, &change.edits);
        let adapter = adapter(&change.adapter);
        let report = check_to_failure(GameTitle::Tetrisito, &subject, &adapter, FEW);
        stories.push_str(&report.story(&change.name));
        stories.push('\n');
    }
    expect_file!["../../../../testdata/check/tetrisito/mutants.txt"].assert_eq(&stories);
}

#[test]
fn correct_programs_that_talk_differently_pass() {
    let mut tried = 0;
    for (name, subject, adapter) in variants(GameTitle::Tetrisito) {
        check(GameTitle::Tetrisito, &subject, &adapter, FEW).expect_clean(&name);
        tried += 1;
    }
    for change in changes(GameTitle::Tetrisito, "variants.toml") {
        let subject = ours(GameTitle::Tetrisito, &change.program, &change.edits);
        let adapter = adapter(&change.adapter);
        check(GameTitle::Tetrisito, &subject, &adapter, FEW).expect_clean(&change.name);
        tried += 1;
    }
    assert!(tried >= 10, "only {tried} variants");
}

#[test]
fn a_program_that_counts_the_bytes_of_other_line_ends_is_told_so() {
    for (program, line_end) in [("raw-cr-lf", "lf"), ("raw-lf", "cr-lf")] {
        let path = format!("../../testdata/check/tetrisito/variants/{program}.asm");
        let subject = ours(GameTitle::Tetrisito, &[path], &[]);
        let adapter = adapter(&format!("[input]\nline-end = '{line_end}'"));
        let report = check_to_failure(GameTitle::Tetrisito, &subject, &adapter, FEW);
        let (_, smallest) = report.first_failure.expect(program);
        let help = smallest.failure.help.expect(program);
        assert!(help.contains("line end"), "{program}: {help}");
    }
}

#[test]
fn programs_that_misbehave_fail_for_the_right_reason() {
    for (program, kind) in [
        ("hangs", FailureKind::Hang),
        // It always says NO, which counts where it is right.
        ("hangs-after-the-answer", FailureKind::Hang),
        ("floods", FailureKind::Flood),
        ("crashes", FailureKind::Crash),
        ("ends-at-once", FailureKind::Ending),
        ("reads-too-much", FailureKind::Ending),
        ("says-both", FailureKind::Wrong),
        ("always-yes", FailureKind::Wrong),
        ("always-no", FailureKind::Wrong),
    ] {
        let path = format!("../../testdata/check/tetrisito/hostile/{program}.asm");
        let subject = ours(GameTitle::Tetrisito, &[path], &[]);
        let plan = CheckPlan { seed: 1, generated: 4 };
        let report = check_to_failure(GameTitle::Tetrisito, &subject, &Adapter::default(), plan);
        let (_, smallest) = report.first_failure.expect(program);
        assert_eq!(smallest.failure.kind, kind, "{program}");
    }
}

#[test]
fn a_crash_or_a_hang_after_the_answer_costs_nothing_but_is_reported() {
    expect_answers_to_count(GameTitle::Tetrisito, generated(10, 40));
}
