//! Connect Four.

use expect_test::expect_file;
use jetan_check::adapter::Adapter;
use jetan_check::check::suite;
use jetan_check::verdict::{FailureKind, Verdict};
use jetan_games::GameTitle;
use jetan_machine::Interpreter;
use jetan_run::{YieldPoint, at_once};
use jetan_sandbox::runner::ProgramRunner;

use crate::support::{
    check, expect_answers_to_count, expect_variants_to_pass, expect_wild_to_fail, generated, ours,
    stories_of_mutants,
};

const PROJECT: GameTitle = GameTitle::ConnectFour;

#[test]
fn our_program_agrees() {
    let files = ["main.asm", "display.asm", "io.asm", "state.asm"].map(str::to_owned);
    let subject = ours(PROJECT, &files, &[]);
    assert!(subject.display().is_some());
    let report = check(PROJECT, &subject, &Adapter::default(), generated(300, 2400));
    report.expect_clean("our program");
    assert_eq!(report.skipped, 0);
}

#[test]
fn every_mutant_is_caught_with_a_game_that_explains_it() {
    expect_file!["../../../../testdata/check/connect-four/mutants.txt"]
        .assert_eq(&stories_of_mutants(PROJECT));
}

#[test]
fn correct_programs_that_talk_and_draw_differently_pass() {
    expect_variants_to_pass(PROJECT, generated(60, 600));
}

#[test]
fn whatever_a_program_does_is_a_verdict_and_comes_soon() {
    let expected = [
        ("it hangs at once", FailureKind::Hang),
        ("it hangs after the first piece", FailureKind::Hang),
        ("it prints without end", FailureKind::Flood),
        ("it crashes at once", FailureKind::Crash),
        ("it ends at once", FailureKind::Ending),
        ("it asks without end", FailureKind::Wrong),
    ];
    expect_wild_to_fail(PROJECT, &expected);
}

#[test]
fn programs_of_other_assignments_are_not_judged_and_it_is_said_why() {
    for (program, why) in [
        ("no-question", "first question is not who goes first"),
        ("seeds", "first question is not who goes first"),
        ("computer", "two players do not place one piece"),
    ] {
        let path = format!("../../testdata/check/connect-four/foreign/{program}.asm");
        let subject = ours(PROJECT, &[path], &[]);
        let mut engine: Interpreter = Interpreter::default();
        let mut runner = ProgramRunner::new(&subject, &mut engine, &YieldPoint::NONE);
        let suite = at_once(suite(PROJECT, &Adapter::default(), generated(0, 0), &mut runner));
        for case in 0..suite.len() {
            let verdict = at_once(suite.judge(case, &mut runner));
            let Verdict::NotJudged(reason) = &verdict else { panic!("{program}: {verdict:?}") };
            assert!(reason.contains(why), "{program}: {reason}");
        }
    }
}

#[test]
fn a_crash_or_a_hang_after_the_answer_costs_nothing_but_is_reported() {
    expect_answers_to_count(PROJECT, generated(10, 40));
}
