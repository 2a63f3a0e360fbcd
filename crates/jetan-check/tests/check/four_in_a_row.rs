//! Four in a Row.

use std::collections::BTreeMap;

use expect_test::expect_file;
use jetan_check::adapter::Adapter;
use jetan_check::check::suite;
use jetan_check::verdict::{FailureKind, Verdict};
use jetan_games::GameTitle;
use jetan_games::rng::Rng;
use jetan_machine::Interpreter;
use jetan_run::{YieldPoint, at_once};
use jetan_sandbox::program::ProgramUnderTest;
use jetan_sandbox::runner::ProgramRunner;
use serde::Deserialize;

use crate::support::{
    Edit, check, expect_answers_to_count, expect_variants_to_pass, expect_wild_to_fail, generated,
    ours, stories_of_mutants,
};

const PROJECT: GameTitle = GameTitle::FourInARow;

#[test]
fn our_programs_agree() {
    for program in ["main.asm", "random-start.asm"] {
        let subject = ours(PROJECT, &[program.to_owned()], &[]);
        let report = check(PROJECT, &subject, &Adapter::default(), generated(250, 2200));
        report.expect_clean(program);
        assert_eq!(report.skipped, 3, "only `check_tie` needs more than the grid");
    }
}

#[test]
fn every_mutant_is_caught_with_a_game_that_explains_it() {
    expect_file!["../../../../testdata/check/four-in-a-row/mutants.txt"]
        .assert_eq(&stories_of_mutants(PROJECT));
}

#[test]
fn correct_programs_that_talk_differently_pass() {
    expect_variants_to_pass(PROJECT, generated(60, 600));
}

#[test]
fn whatever_a_program_does_is_a_verdict_and_comes_soon() {
    let expected = [
        ("it hangs at once", FailureKind::Hang),
        ("it hangs after the first move", FailureKind::Hang),
        ("it prints without end", FailureKind::Flood),
        ("it crashes at once", FailureKind::Crash),
        ("it ends at once", FailureKind::Ending),
        ("it asks without end", FailureKind::Wrong),
        ("it prints noise", FailureKind::Ending),
    ];
    expect_wild_to_fail(PROJECT, &expected);
}

#[test]
fn noise_around_the_grid_is_read_over_and_never_a_panic() {
    for seed in 0..6 {
        let mut rng = Rng::new(seed);
        let mut noise = |letters: &[u8]| {
            let bytes = (0..60).map(|_| letters[rng.below(letters.len() as u32) as usize]);
            let bytes: Vec<String> = bytes.map(|byte| byte.to_string()).collect();
            Edit {
                file: "parts/game.asm".to_owned(),
                find: ".asciiz \"1 2 3 4 5 6 7\\n\\n\"".to_owned(),
                replace: format!(".byte   {}, 10, 0", bytes.join(", ")),
            }
        };
        let harmless = noise(b"#%&@~$abcdefgh 987\n\n\r\t");
        let any: Vec<u8> = (1..=255).collect();
        let wild = noise(&any);
        let grids = noise(b"*XO \n");
        let adapter = Adapter::default();
        let plan = generated(6, 60);
        let subject = ours(PROJECT, &["main.asm".to_owned()], &[harmless]);
        check(PROJECT, &subject, &adapter, plan).expect_clean("harmless noise");
        for edit in [wild, grids] {
            let subject = ours(PROJECT, &["main.asm".to_owned()], &[edit]);
            check(PROJECT, &subject, &adapter, plan);
        }
    }
}

#[test]
fn a_program_whose_grid_is_not_found_is_not_judged() {
    // It asks and takes answers, but shows its grid in no way that can be read.
    let hidden = Edit {
        file: "parts/game.asm".to_owned(),
        find: "print_matrix:\n".to_owned(),
        replace: "print_matrix:\n        jr      $ra\n".to_owned(),
    };
    let subject = ours(PROJECT, &["main.asm".to_owned()], &[hidden]);
    let mut engine: Interpreter = Interpreter::default();
    let mut runner = ProgramRunner::new(&subject, &mut engine, &YieldPoint::NONE);
    let suite = at_once(suite(PROJECT, &Adapter::default(), generated(0, 0), &mut runner));
    let games = (0..suite.len()).filter(|&case| suite.part(case) == 0);
    for case in games {
        let verdict = at_once(suite.judge(case, &mut runner));
        let Verdict::NotJudged(reason) = verdict else { panic!("{verdict:?}") };
        assert!(reason.contains("`two = \"X\"` below `[output]`"), "{reason}");
    }
}

/// A way of talking: the switches of a program in `manners` that it sets.
#[derive(Deserialize)]
struct Manner {
    name: String,
    /// Whether moves can be taken back.
    #[serde(default)]
    undo: bool,
    /// Part of what is said about the games that fail; all pass without it.
    fails: Option<String>,
    #[serde(flatten)]
    switches: BTreeMap<String, toml::Value>,
}

#[derive(Deserialize)]
struct Manners {
    manner: Vec<Manner>,
}

const FOLDER: &str = "../../testdata/check/four-in-a-row";

fn manners(list: &str) -> Vec<Manner> {
    let path = format!("{}/{FOLDER}/{list}", env!("CARGO_MANIFEST_DIR"));
    let text = std::fs::read_to_string(path).expect("there is a list");
    toml::from_str::<Manners>(&text).expect("they are manners").manner
}

/// The program with some switches, and further changes.
fn in_manner(manner: &Manner, more: &[(&str, &str)]) -> ProgramUnderTest {
    switched("game.asm", manner, more)
}

fn switched(program: &str, manner: &Manner, more: &[(&str, &str)]) -> ProgramUnderTest {
    let file = format!("{FOLDER}/manners/{program}");
    let source = std::fs::read_to_string(format!("{}/{file}", env!("CARGO_MANIFEST_DIR")))
        .expect("there is a program");
    let switched = manner.switches.iter().map(|(switch, value)| {
        let value = value.as_str().map_or_else(|| value.to_string(), str::to_owned);
        let is_meant = |line: &&str| line.starts_with(&format!("{switch}:"));
        let find = source.lines().find(is_meant).expect("it is a switch").to_owned();
        Edit { file: file.clone(), find, replace: format!("{switch}: .word {value}") }
    });
    let more = more.iter().map(|&(find, replace)| Edit {
        file: file.clone(),
        find: find.to_owned(),
        replace: replace.to_owned(),
    });
    let edits: Vec<Edit> = switched.chain(more).collect();
    ours(PROJECT, std::slice::from_ref(&file), &edits)
}

/// The verdicts by part.
fn by_part(subject: &ProgramUnderTest) -> BTreeMap<&'static str, Vec<Verdict>> {
    let mut engine: Interpreter = Interpreter::default();
    let mut runner = ProgramRunner::new(subject, &mut engine, &YieldPoint::NONE);
    let suite = at_once(suite(PROJECT, &Adapter::default(), generated(40, 400), &mut runner));
    let mut verdicts: BTreeMap<&'static str, Vec<Verdict>> = BTreeMap::new();
    for case in 0..suite.len() {
        let part = suite.parts()[suite.part(case)].name;
        verdicts.entry(part).or_default().push(at_once(suite.judge(case, &mut runner)));
    }
    verdicts
}

fn count(verdicts: &[Verdict], is: fn(&Verdict) -> bool) -> usize {
    verdicts.iter().filter(|verdict| is(verdict)).count()
}

fn is_passed(verdict: &Verdict) -> bool {
    matches!(verdict, Verdict::Passed { .. })
}

fn is_open(verdict: &Verdict) -> bool {
    matches!(verdict, Verdict::NotJudged(_))
}

#[test]
fn programs_that_ask_in_an_order_of_their_own_are_understood_by_the_places_they_ask_from() {
    for manner in manners("manners.toml") {
        let parts = by_part(&in_manner(&manner, &[]));
        let name = &manner.name;
        let games = &parts["games"];
        let failed = games.iter().filter(|verdict| !is_passed(verdict)).map(|it| format!("{it:?}"));
        let failed: Vec<String> = failed.collect();
        match &manner.fails {
            None => assert!(failed.is_empty(), "{name}: {failed:#?}"),
            Some(said) => {
                assert!(!failed.is_empty(), "{name}");
                assert!(failed.iter().all(|it| it.contains(said)), "{name}: {failed:#?}");
            }
        }
        assert!(games.len() > 20, "{name}");
        let undo = &parts["undo"];
        if manner.undo {
            assert!(count(undo, is_passed) >= 2, "{name}: {undo:#?}");
        } else {
            assert!(undo.iter().any(is_open), "{name}: {undo:#?}");
        }
        assert!(undo.iter().all(|verdict| !verdict.is_failed()), "{name}: {undo:#?}");
        let violations = &parts["violations"];
        assert!(violations.iter().all(|it| !it.is_failed()), "{name}: {violations:#?}");
        assert!(count(violations, is_passed) >= 3, "{name}: {violations:#?}");
    }
}

#[test]
fn mistakes_of_programs_that_ask_in_an_order_of_their_own_are_found() {
    let mistakes = [
        // Rising diagonals are not looked for.
        ("        .word   6, 3, 6, 20\n", "        .word   8, 0, 3, 20\n"),
        // The last cell is not counted.
        ("kept:   jal     is_over\n", "kept:   beq     $s1, 41, tied\n        jal     is_over\n"),
        // Pieces of the other player are placed in the last column.
        ("free:   lb      $t0, tokens($s0)\n", "free:   lb      $t0, tokens\n"),
        // The same player is always named as the winner.
        ("won:    jal     say_player\n", "won:    li      $s0, 0\n        jal     say_player\n"),
        // The loser is named as the winner.
        (
            "won:    jal     say_player\n",
            "won:    xori    $s0, $s0, 1\n        jal     say_player\n",
        ),
    ];
    for manner in manners("manners.toml") {
        for mistake in mistakes {
            let parts = by_part(&in_manner(&manner, &[mistake]));
            let games = &parts["games"];
            let is_found = games.iter().any(Verdict::is_failed);
            // A wrong end may come with a question that no game has met, which is named then. The
            // winner is said in every game.
            let is_open = !mistake.0.starts_with("won:") && games.iter().any(is_open);
            assert!(is_found || is_open, "{}: {}", manner.name, mistake.1);
        }
    }
}

#[test]
fn the_later_edition_is_not_judged() {
    let file = format!("{FOLDER}/manners/later.asm");
    let removes = Edit {
        file: file.clone(),
        find: "Block the next move of your opponent? ".to_owned(),
        replace: "R REMOVES a PIECE: ".to_owned(),
    };
    let by_words = [
        ("block", ours(PROJECT, std::slice::from_ref(&file), &[])),
        ("remove", ours(PROJECT, &[file], &[removes])),
    ];
    let by_words = by_words.map(|(name, subject)| (name.to_owned(), subject));
    // Without a word about it: the first piece has its place.
    let others = manners("manners.toml").into_iter().map(|mut manner| {
        manner.switches.insert("centre_first".to_owned(), toml::Value::Integer(1));
        (manner.name.clone(), in_manner(&manner, &[]))
    });
    let by_place = manners("later.toml").into_iter().map(|manner| {
        let subject = switched("centre.asm", &manner, &[]);
        (manner.name, subject)
    });
    for (name, subject) in by_words.into_iter().chain(others).chain(by_place) {
        for verdict in &by_part(&subject)["games"] {
            let Verdict::NotJudged(reason) = verdict else { panic!("{name}: {verdict:?}") };
            assert!(reason.contains("another edition"), "{name}: {reason}");
        }
    }
}

#[test]
fn a_first_column_that_is_wrong_is_a_mistake_and_no_edition() {
    let mistake =
        ("any_column:\n", "any_column:\n        bnez    $t0, any\n        li      $t0, 1\nany:\n");
    for manner in manners("manners.toml") {
        let games = &by_part(&in_manner(&manner, &[mistake]))["games"];
        assert!(games.iter().any(Verdict::is_failed), "{}: {games:#?}", manner.name);
    }
}

#[test]
fn a_crash_or_a_hang_after_the_answer_costs_nothing_but_is_reported() {
    expect_answers_to_count(PROJECT, generated(10, 40));
}
