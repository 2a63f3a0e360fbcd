//! 2048.

use std::fmt::Write;

use expect_test::expect_file;
use jetan_check::adapter::Adapter;
use jetan_check::check::{CheckPlan, SmallestFailure, suite};
use jetan_check::verdict::{FailureKind, Verdict};
use jetan_games::GameTitle;
use jetan_machine::{Engine, Host, Interpreter, Machine, Stop, StopConditions};
use jetan_run::{YieldPoint, at_once};
use jetan_sandbox::program::ProgramUnderTest;
use jetan_sandbox::runner::ProgramRunner;

use crate::support::{Edit, changes, check, expect_answers_to_count, generated, ours, variants};

const PROJECT: GameTitle = GameTitle::Twenty48;
/// Only the cases of the course.
const FIXED: CheckPlan = CheckPlan { seed: 1, generated: 0 };

fn program(file: &str) -> Vec<String> {
    vec![file.to_owned()]
}

#[test]
fn our_program_plays_and_passes_every_task() {
    let subject = ours(PROJECT, &program("main.asm"), &[]);
    let report = check(PROJECT, &subject, &Adapter::default(), generated(330, 2200));
    report.expect_clean("main.asm");
    assert_eq!(report.skipped, 0);
}

#[test]
fn every_mutant_is_caught_with_a_small_case() {
    let mut text = String::new();
    for change in changes(PROJECT, "mutants.toml") {
        let subject = ours(PROJECT, &change.program, &change.edits);
        let report = check(PROJECT, &subject, &Adapter::default(), generated(0, 220));
        let Some((name, smallest)) = report.first_failure else {
            panic!("{} is not caught", change.name)
        };
        writeln!(text, "{}\n", heading(&change.name)).expect("a string takes all");
        writeln!(text, "{}\n", describe(&name, &smallest)).expect("a string takes all");
    }
    expect_file!["../../../../testdata/check/2048/mutants.txt"].assert_eq(text.trim_end());
}

#[test]
fn correct_programs_that_differ_from_ours_pass() {
    for change in changes(PROJECT, "variants.toml") {
        let subject = ours(PROJECT, &change.program, &change.edits);
        let adapter = Adapter::parse(&change.adapter).expect("the adapter can be read");
        check(PROJECT, &subject, &adapter, generated(55, 550)).expect_clean(&change.name);
    }
    for (name, subject, adapter) in variants(PROJECT) {
        check(PROJECT, &subject, &adapter, generated(55, 550)).expect_clean(&name);
    }
}

fn heading(text: &str) -> String {
    format!("{text}\n{}", "=".repeat(text.len()))
}

fn describe(name: &str, smallest: &SmallestFailure) -> String {
    let failure = &smallest.failure;
    let mut text =
        format!("{name}: {}\n\n{}\n\n{}\n", failure.kind.name(), smallest.picture, failure.summary);
    if !failure.expected.is_empty() || !failure.actual.is_empty() {
        let (left, right) = (failure.expected.to_string(), failure.actual.to_string());
        let (left, right) = (left.lines(), right.lines());
        let (left, right): (Vec<&str>, Vec<&str>) = (left.collect(), right.collect());
        let width = left.iter().map(|line| line.len()).max().unwrap_or(0).max(8);
        writeln!(text, "\n{:width$}   | actual", "expected").expect("a string takes all");
        for row in 0..left.len().max(right.len()) {
            let cell = |lines: &[&str]| lines.get(row).copied().unwrap_or_default().to_owned();
            let line = format!("{:width$}   | {}", cell(&left), cell(&right));
            writeln!(text, "{}", line.trim_end()).expect("a string takes all");
        }
    }
    if let Some(help) = &failure.help {
        writeln!(text, "\nhelp: {help}").expect("a string takes all");
    }
    text
}

#[test]
fn every_open_task_of_the_skeleton_fails_and_is_named() {
    let subject = ours(PROJECT, &program("skeleton.asm"), &[]);
    let judged = judge(&subject, &Adapter::default(), generated(110, 110), usize::MAX).0;
    for (part, name, verdict) in judged {
        let Verdict::Failed(failure) = verdict else { panic!("{part}, {name}: {verdict:?}") };
        assert!(matches!(failure.kind, FailureKind::Wrong | FailureKind::Ending), "{part}, {name}");
        let wanted =
            if part == "games" { "the first map is empty" } else { "is this task still open?" };
        assert!(failure.summary.contains(wanted), "{part}, {name}: {}", failure.summary);
    }
}

#[test]
fn a_part_fails_by_itself() {
    let open = [Edit {
        file: "tasks.asm".to_owned(),
        find: "check_win:\n        la".to_owned(),
        replace: "check_win:\n        li $v0, 0\n        jr $ra\n        la".to_owned(),
    }];
    let subject = ours(PROJECT, &program("main.asm"), &open);
    let judged = judge(&subject, &Adapter::default(), FIXED, usize::MAX).0;
    for (part, name, verdict) in judged {
        match (part, &verdict) {
            ("games", Verdict::Failed(failure)) => {
                assert!(failure.summary.contains("which wins"), "{name}: {failure:?}");
            }
            _ => assert_eq!(verdict.is_failed(), part == "check_win", "{name}: {verdict:?}"),
        }
    }
}

/// The kind of the first failure in a call, and of the first in a game.
#[test]
fn hostile_programs_get_a_verdict_and_soon() {
    let cases = [
        ("crashes", FailureKind::Crash, FailureKind::Crash),
        ("descends", FailureKind::Hang, FailureKind::Crash),
        ("draws", FailureKind::Flood, FailureKind::Flood),
        ("exits", FailureKind::Ending, FailureKind::Ending),
        ("falls-off", FailureKind::Ending, FailureKind::Ending),
        ("grows", FailureKind::Flood, FailureKind::Flood),
        ("hangs", FailureKind::Hang, FailureKind::Hang),
        ("jumps-away", FailureKind::Crash, FailureKind::Crash),
        ("never-reads", FailureKind::Wrong, FailureKind::Hang),
        ("noise", FailureKind::Wrong, FailureKind::Wrong),
        ("nothing", FailureKind::Wrong, FailureKind::Ending),
        ("prints", FailureKind::Flood, FailureKind::Flood),
        ("reads-on", FailureKind::Ending, FailureKind::Ending),
        ("sings", FailureKind::Flood, FailureKind::Flood),
        ("waits", FailureKind::Ending, FailureKind::Wrong),
        ("whispers", FailureKind::Wrong, FailureKind::Wrong),
    ];
    let per_part = if is_long() { usize::MAX } else { 4 };
    for (name, in_call, in_game) in cases {
        let file = format!("../../testdata/check/2048/hostile/{name}.asm");
        let subject = ours(PROJECT, &program(&file), &[]);
        let (judged, instructions) = judge(&subject, &Adapter::default(), FIXED, per_part);
        assert!(instructions < 400_000_000, "{name} takes {instructions} instructions");
        let kind = |wanted: bool| {
            judged.iter().find_map(|(part, _, verdict)| match verdict {
                Verdict::Failed(failure) if (*part == "games") == wanted => Some(failure.kind),
                _ => None,
            })
        };
        assert_eq!((kind(false), kind(true)), (Some(in_call), Some(in_game)), "{name}");
        // Two of them begin well: with their target and their first map.
        let begins_well = matches!(name, "noise" | "never-reads");
        let is_beginning = |case: &str| case.contains("first") || case.contains("target");
        let passed = judged.iter().find(|(_, case, verdict)| {
            matches!(verdict, Verdict::Passed { .. }) && !(begins_well && is_beginning(case))
        });
        assert!(passed.is_none(), "{name} passes {passed:?}");
    }
}

fn is_long() -> bool {
    std::env::var_os("JETAN_LONG").is_some()
}

/// The verdicts on the first cases of each part with the names of part and case, and the
/// instructions of these and of the search for the smallest of the first failure in each part.
fn judge(
    subject: &ProgramUnderTest,
    adapter: &Adapter,
    plan: CheckPlan,
    per_part: usize,
) -> (Vec<(&'static str, String, Verdict)>, u64) {
    let mut engine = Counted { engine: Interpreter::default(), instructions: 0 };
    let mut judged: Vec<(&str, String, Verdict)> = Vec::new();
    let mut runner = ProgramRunner::new(subject, &mut engine, &YieldPoint::NONE);
    let suite = at_once(suite(PROJECT, adapter, plan, &mut runner));
    for case in 0..suite.len() {
        let part = suite.parts()[suite.part(case)].name;
        if judged.iter().filter(|(other, _, _)| *other == part).count() >= per_part {
            continue;
        }
        let verdict = at_once(suite.judge(case, &mut runner));
        let is_first =
            !judged.iter().any(|(other, _, verdict)| *other == part && verdict.is_failed());
        if verdict.is_failed() && is_first {
            let smallest = at_once(suite.shrink(case, &mut runner)).expect("it fails again");
            assert!(!smallest.picture.is_empty() && !smallest.failure.summary.is_empty());
        }
        judged.push((part, suite.name(case), verdict));
    }
    (judged, engine.instructions)
}

/// An engine that knows how much it has done.
struct Counted {
    engine: Interpreter,
    instructions: u64,
}

impl Engine for Counted {
    fn run(&mut self, machine: &mut Machine, host: &mut dyn Host, until: &StopConditions) -> Stop {
        let before = machine.count;
        let stop = self.engine.run(machine, host, until);
        self.instructions += machine.count - before;
        stop
    }

    fn bursts(&self) -> u64 {
        self.engine.bursts()
    }
}

#[test]
fn a_crash_or_a_hang_after_the_answer_costs_nothing_but_is_reported() {
    expect_answers_to_count(PROJECT, generated(10, 40));
}
