//! Whole games, `testdata/plain/GAME/*.in` with the exact output in `*.out`, one for every rule of
//! the course. Where the settings are those of a MIPS program, it has to print the same.

use std::collections::BTreeSet;
use std::fs;
use std::io::ErrorKind;

use jetan_games::GameTitle;
use jetan_games::connect4::OpponentLevel;
use jetan_games::sudoku::GridSize;
use jetan_games::tetrisito::{DropOrder, DropRules, PieceRule};
use jetan_games::twenty48::SpawnRule;
use jetan_play::settings::{PlaySettings, StartingPlayer};
use jetan_tui::plain::PlainEnding;

use crate::mips::Mips;
use crate::{Played, folder};

/// A case and how it differs from the others of its game.
struct Case {
    name: &'static str,
    change: fn(&mut PlaySettings),
    ending: Result<PlainEnding, ErrorKind>,
    /// The program of the same rules, if there is one.
    mips: &'static [&'static str],
}

const FINISHED: Result<PlainEnding, ErrorKind> = Ok(PlainEnding::Finished);
const ENDED: Result<PlainEnding, ErrorKind> = Ok(PlainEnding::EndOfInput);
const INVALID: Result<PlainEnding, ErrorKind> = Err(ErrorKind::InvalidData);
const NO_MIPS: &[&str] = &[];

/// A case without a MIPS version.
fn own(name: &'static str, change: fn(&mut PlaySettings)) -> Case {
    Case { name, change, ending: FINISHED, mips: NO_MIPS }
}

#[test]
fn four_in_a_row_keeps_its_rules() {
    const MIPS: &[&str] = &["four-in-a-row/main.asm"];
    let usual = |name, ending| Case { name, change: |_| (), ending, mips: MIPS };
    check(
        GameTitle::FourInARow,
        &[
            usual("trials-three", FINISHED),
            usual("trials-of-both", FINISHED),
            usual("full-column", FINISHED),
            usual("undo-to-zero", FINISHED),
            usual("tie", FINISHED),
            usual("refused-tokens", FINISHED),
            usual("refused-keys", FINISHED),
            usual("empty-lines", FINISHED),
            usual("cr-lf", FINISHED),
            usual("one-line", FINISHED),
            usual("end-at-token", ENDED),
            usual("end-at-column", ENDED),
            own("trials-two", |settings| settings.trials = 2),
            own("trials-none", |settings| settings.trials = 0),
            own("first-one", |settings| settings.first = Some(StartingPlayer::One)),
            own("first-two", |settings| settings.first = Some(StartingPlayer::Two)),
            own("first-drawn-one", |settings| {
                (settings.first, settings.seed) = (Some(StartingPlayer::Random), 3);
            }),
            own("first-drawn-two", |settings| {
                (settings.first, settings.seed) = (Some(StartingPlayer::Random), 1);
            }),
            own("computer", |settings| settings.level = Some(OpponentLevel::Easy)),
            own("computer-first", |settings| {
                (settings.level, settings.first) =
                    (Some(OpponentLevel::Perfect), Some(StartingPlayer::Two));
            }),
        ],
    );
}

#[test]
fn connect_four_keeps_its_rules() {
    const MIPS: &[&str] = &[
        "connect-four/main.asm",
        "connect-four/display.asm",
        "connect-four/io.asm",
        "connect-four/state.asm",
    ];
    let usual = |name, ending| Case { name, change: |_| (), ending, mips: MIPS };
    check(
        GameTitle::ConnectFour,
        &[
            usual("across", FINISHED),
            usual("upright-second", FINISHED),
            usual("draw", FINISHED),
            usual("refused-first", FINISHED),
            usual("refused-columns", FINISHED),
            usual("full-columns", FINISHED),
            usual("cr-lf", FINISHED),
            usual("no-last-newline", FINISHED),
            usual("end-at-first", ENDED),
            usual("end-at-column", ENDED),
            own("first-one", |settings| settings.first = Some(StartingPlayer::One)),
            own("first-two", |settings| settings.first = Some(StartingPlayer::Two)),
            own("first-drawn-one", |settings| {
                (settings.first, settings.seed) = (Some(StartingPlayer::Random), 3);
            }),
            own("first-drawn-two", |settings| {
                (settings.first, settings.seed) = (Some(StartingPlayer::Random), 1);
            }),
            own("computer", |settings| settings.level = Some(OpponentLevel::Medium)),
        ],
    );
}

#[test]
fn twenty48_keeps_its_rules() {
    let ended = |name, change| Case { ending: ENDED, ..own(name, change) };
    check(
        GameTitle::Twenty48,
        &[
            own("won", |settings| settings.seed = 43),
            own("lost", |settings| settings.seed = 24),
            own("target-given", |settings| settings.target = Some(8)),
            ended("refused-targets", |_| ()),
            ended("unchanged-slides", |_| ()),
            ended("other-keys", |_| ()),
            ended("cr-lf", |_| ()),
            ended("end-at-target", |_| ()),
            ended("original-spawn", |settings| {
                (settings.spawn, settings.target) = (SpawnRule::ORIGINAL, Some(2048));
            }),
        ],
    );
}

#[test]
fn sudoku_keeps_its_rules() {
    const FOUR: &[&str] = &["sudoku/4x4.asm"];
    const NINE: &[&str] = &["sudoku/9x9.asm"];
    let four = |name, ending| {
        let change = |settings: &mut PlaySettings| settings.size = GridSize::Four;
        Case { name, change, ending, mips: FOUR }
    };
    let nine = |name, ending| Case { name, change: |_| (), ending, mips: NINE };
    let sixteen = |name, ending| {
        let change = |settings: &mut PlaySettings| settings.size = GridSize::Sixteen;
        Case { name, change, ending, mips: NO_MIPS }
    };
    check(
        GameTitle::Sudoku,
        &[
            four("4x4-several", FINISHED),
            four("4x4-short-rows", FINISHED),
            four("4x4-long-row", FINISHED),
            four("4x4-too-large", FINISHED),
            four("4x4-negative", FINISHED),
            four("4x4-missing-row", ENDED),
            four("4x4-no-number", INVALID),
            nine("9x9-several", FINISHED),
            nine("9x9-clash", FINISHED),
            nine("9x9-cr-lf", FINISHED),
            sixteen("16x16-one", FINISHED),
            sixteen("16x16-clash", FINISHED),
            sixteen("16x16-missing-row", ENDED),
            sixteen("16x16-short-row", INVALID),
            own("own-puzzle", |settings| {
                settings.puzzle = Some("1000\n0030\n0400\n0002\n".to_owned());
            }),
            own("own-line", |settings| {
                settings.puzzle = Some("1.....3..4.....2".to_owned());
            }),
            Case {
                ending: Err(ErrorKind::InvalidInput),
                ..own("own-mistake", |settings| settings.puzzle = Some("10\n00\n".to_owned()))
            },
        ],
    );
}

#[test]
fn tetrisito_keeps_its_rules() {
    const ANY: &[&str] = &["tetrisito/c.asm"];
    const GIVEN: &[&str] = &["tetrisito/b.asm"];
    const CLEAR: &[&str] = &["tetrisito/c-clear.asm"];
    let any = |name, ending| Case { name, change: |_| (), ending, mips: ANY };
    let given = |settings: &mut PlaySettings| settings.rules.order = DropOrder::Given;
    let prefix = |settings: &mut PlaySettings| {
        settings.rules =
            DropRules { order: DropOrder::Given, usage: PieceRule::Prefix, ..DropRules::default() };
    };
    let clear = |settings: &mut PlaySettings| settings.rules.clears_lines = true;
    check(
        GameTitle::Tetrisito,
        &[
            any("any-order", FINISHED),
            any("same", FINISHED),
            any("impossible-drop", FINISHED),
            any("lines-stay", FINISHED),
            any("five-cells", FINISHED),
            any("empty-piece", FINISHED),
            any("seventh-piece", FINISHED),
            any("missing-rows", FINISHED),
            any("cr-lf", FINISHED),
            any("missing-number", ENDED),
            any("no-number", INVALID),
            Case { mips: GIVEN, ..own("given-order", prefix) },
            Case { mips: CLEAR, ..own("lines-vanish", clear) },
            own("use-some", given),
            own("use-all", |settings| {
                let rules = DropRules {
                    order: DropOrder::Given,
                    usage: PieceRule::All,
                    ..DropRules::default()
                };
                settings.rules = rules;
            }),
            own("use-all-empty-piece", |settings| settings.rules.usage = PieceRule::All),
            own("use-first", |settings| settings.rules.usage = PieceRule::Prefix),
            own("use-first-empty-piece", |settings| settings.rules.usage = PieceRule::Prefix),
            own("own-puzzle", |settings| {
                let start = "......\n".repeat(6);
                let goal = "......\n".repeat(4) + "....##\n....##\n";
                settings.puzzle = Some(start + &goal + "1\n....\n....\n##..\n##..\n");
            }),
            Case {
                ending: Err(ErrorKind::InvalidInput),
                ..own("own-mistake", |settings| settings.puzzle = Some("......\n".to_owned()))
            },
        ],
    );
}

fn check(name: GameTitle, cases: &[Case]) {
    let folder = folder("testdata/plain").join(name.typed());
    for case in cases {
        let file = |extension| folder.join(format!("{}.{extension}", case.name));
        let input = fs::read(file("in")).expect("a case has input");
        let expected = fs::read_to_string(file("out")).expect("a case has output");
        let mut settings = PlaySettings::default();
        (case.change)(&mut settings);
        let game = Played::new(name, &settings, &input);
        assert_eq!(game.output, expected, "{}", case.name);
        assert_eq!(game.ending, case.ending, "{}", case.name);
        if !case.mips.is_empty() {
            let (printed, _) = Mips::new(case.mips).run(&input, 0);
            assert_eq!(game.console(), printed, "{}", case.name);
        }
    }
    let listed: BTreeSet<String> = cases.iter().map(|case| case.name.to_owned()).collect();
    let files = fs::read_dir(folder).expect("a game has transcripts");
    let found = files.filter_map(|entry| {
        let file = entry.expect("a folder can be listed").file_name();
        file.to_str()?.strip_suffix(".in").map(str::to_owned)
    });
    assert_eq!(listed, found.collect(), "every transcript is played");
}
