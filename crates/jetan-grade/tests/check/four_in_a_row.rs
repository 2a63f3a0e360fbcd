//! Four in a Row.

use expect_test::expect_file;
use jetan_grade::adapter::Adapter;
use jetan_grade::project::Name;
use jetan_grade::verdict::Kind;

use crate::support::{changes, check, generated, ours, variants};

const PROJECT: Name = Name::FourInARow;

#[test]
fn our_programs_agree() {
    for (program, adapter) in [("main.asm", ""), ("random-start.asm", "rules.first = 0")] {
        let subject = ours(PROJECT, &[program.to_owned()], &[]);
        let adapter = Adapter::parse(adapter).expect("it is an adapter");
        let report = check(PROJECT, &subject, &adapter, generated(250, 2200));
        report.expect_clean(program);
        assert!(report.skipped <= 1, "only `check_tie` needs more than the grid");
    }
}

#[test]
fn every_mutant_is_caught_with_a_game_that_explains_it() {
    let mut told = String::new();
    for change in changes(PROJECT, "mutants.toml") {
        let subject = ours(PROJECT, &change.program, &change.edits);
        let report = check(PROJECT, &subject, &Adapter::default(), generated(40, 40));
        let (_, smallest) = report.first_failure.unwrap_or_else(|| panic!("{}", change.name));
        told += &format!("# {}\n\n{}\n\n", change.name, smallest.picture);
        let failure = smallest.failure;
        told += &format!("{}: {}\n", failure.kind.name(), failure.summary);
        let help = failure.help.map_or(String::new(), |help| format!("help: {help}\n"));
        told += &format!("{help}\n{}\n\nbut:\n\n{}\n\n\n", failure.expected, failure.actual);
    }
    expect_file!["../../../../testdata/check/four-in-a-row/mutants.txt"].assert_eq(&told);
}

#[test]
fn correct_programs_that_talk_differently_pass() {
    let changed = changes(PROJECT, "variants.toml").into_iter().map(|change| {
        let adapter = Adapter::parse(&change.adapter).expect("the adapter can be read");
        (change.name, ours(PROJECT, &change.program, &change.edits), adapter)
    });
    let all: Vec<_> = changed.chain(variants(PROJECT)).collect();
    assert!(all.len() >= 5);
    for (name, subject, adapter) in all {
        check(PROJECT, &subject, &adapter, generated(60, 600)).expect_clean(&name);
    }
}

#[test]
fn whatever_a_program_does_is_a_verdict_and_comes_soon() {
    let expected = [
        ("it hangs at once", Kind::Hang),
        ("it hangs after the first move", Kind::Hang),
        ("it prints without end", Kind::Flood),
        ("it crashes at once", Kind::Crash),
        ("it ends at once", Kind::Ending),
        ("it asks without end", Kind::Wrong),
        ("it prints noise", Kind::Ending),
    ];
    let changes = changes(PROJECT, "wild.toml");
    assert_eq!(changes.len(), expected.len());
    for (change, (name, kind)) in changes.into_iter().zip(expected) {
        assert_eq!(change.name, name);
        let subject = ours(PROJECT, &change.program, &change.edits);
        let report = check(PROJECT, &subject, &Adapter::default(), generated(5, 5));
        let (_, smallest) = report.first_failure.unwrap_or_else(|| panic!("{name}"));
        assert_eq!(smallest.failure.kind, kind, "{name}: {:#?}", smallest.failure);
        assert!(smallest.reproduction.console.len() <= 8, "{name}: {}", smallest.picture);
    }
}
