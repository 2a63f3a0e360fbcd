//! 2048.

use std::fmt::Write;

use expect_test::expect_file;
use jetan_grade::adapter::Adapter;
use jetan_grade::check::{Plan, Smallest};
use jetan_grade::project::Name;

use crate::support::{changes, check, generated, ours, variants};

const PROJECT: Name = Name::Twenty48;
/// Only the cases of the course.
const FIXED: Plan = Plan { seed: 1, generated: 0 };

fn program(file: &str) -> Vec<String> {
    vec![file.to_owned()]
}

#[test]
fn our_program_plays_and_passes_every_task() {
    let subject = ours(PROJECT, &program("main.asm"), &[]);
    let report = check(PROJECT, &subject, &Adapter::default(), generated(330, 2200));
    println!("{} passed, {} skipped", report.passed, report.skipped);
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

fn describe(name: &str, smallest: &Smallest) -> String {
    let failure = &smallest.failure;
    let mut text = format!("{name}: {}\n\n{}\n\n{}\n", failure.kind.name(), smallest.picture, failure.summary);
    if !failure.expected.is_empty() || !failure.actual.is_empty() {
        let (left, right) = (failure.expected.lines(), failure.actual.lines());
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
fn the_skeleton_fails_kindly() {
    let _ = FIXED;
}
