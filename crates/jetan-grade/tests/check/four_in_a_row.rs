//! Four in a Row.

use expect_test::expect_file;
use jetan_games::Name;
use jetan_games::rng::Rng;
use jetan_grade::adapter::Adapter;
use jetan_grade::bench::Bench;
use jetan_grade::check::suite;
use jetan_grade::verdict::{Kind, Verdict};
use jetan_machine::Interpreter;

use crate::support::{
    Edit, check, expect_variants_to_pass, expect_wild_to_fail, generated, ours, stories_of_mutants,
};

const PROJECT: Name = Name::FourInARow;

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
        ("it hangs at once", Kind::Hang),
        ("it hangs after the first move", Kind::Hang),
        ("it prints without end", Kind::Flood),
        ("it crashes at once", Kind::Crash),
        ("it ends at once", Kind::Ending),
        ("it asks without end", Kind::Wrong),
        ("it prints noise", Kind::Ending),
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
    let (mut engine, mut never): (Interpreter, _) = (Interpreter::default(), || false);
    let mut bench = Bench::new(&subject, &mut engine, &mut never);
    let suite = suite(PROJECT, &Adapter::default(), generated(0, 0), &mut bench);
    let games = (0..suite.len()).filter(|&case| suite.part(case) == 0);
    for case in games {
        let verdict = suite.judge(case, &mut bench);
        let Verdict::NotJudged(reason) = verdict else { panic!("{verdict:?}") };
        assert!(reason.contains("`two = \"X\"` below `[output]`"), "{reason}");
    }
}
