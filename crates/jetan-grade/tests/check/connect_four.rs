//! Connect Four.

use expect_test::expect_file;
use jetan_grade::adapter::Adapter;
use jetan_grade::project::Name;
use jetan_grade::verdict::Kind;

use crate::support::{Change, changes, check, check_to_failure, generated, ours, variants};

const PROJECT: Name = Name::ConnectFour;

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
    let story = |change: Change| {
        let subject = ours(PROJECT, &change.program, &change.edits);
        let report = check_to_failure(PROJECT, &subject, &Adapter::default(), generated(40, 40));
        report.story(&change.name)
    };
    let stories: Vec<String> = changes(PROJECT, "mutants.toml").into_iter().map(story).collect();
    assert!(stories.len() >= 10);
    expect_file!["../../../../testdata/check/connect-four/mutants.txt"]
        .assert_eq(&stories.join("\n"));
}

#[test]
fn correct_programs_that_talk_and_draw_differently_pass() {
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
        ("it hangs after the first piece", Kind::Hang),
        ("it prints without end", Kind::Flood),
        ("it crashes at once", Kind::Crash),
        ("it ends at once", Kind::Ending),
        ("it asks without end", Kind::Wrong),
    ];
    let changes = changes(PROJECT, "wild.toml");
    assert_eq!(changes.len(), expected.len());
    for (change, (name, kind)) in changes.into_iter().zip(expected) {
        assert_eq!(change.name, name);
        let subject = ours(PROJECT, &change.program, &change.edits);
        let report = check_to_failure(PROJECT, &subject, &Adapter::default(), generated(5, 5));
        let (_, smallest) = report.first_failure.unwrap_or_else(|| panic!("{name}"));
        assert_eq!(smallest.failure.kind, kind, "{name}: {:#?}", smallest.failure);
        assert!(smallest.reproduction.console.len() <= 8, "{name}: {}", smallest.picture);
    }
}
