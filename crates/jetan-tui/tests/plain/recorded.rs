//! The recorded cases of the MIPS programs.

use std::collections::BTreeSet;
use std::fs;

use jetan_games::GameTitle;
use jetan_games::sudoku::GridSize;
use jetan_games::tetrisito::{DropOrder, DropRules, PieceRule};
use jetan_play::settings::PlaySettings;
use jetan_tui::plain::PlainEnding;
use toml::{Table, Value};

use crate::{Played, folder};

#[test]
fn four_in_a_row_plays_the_recorded_cases() {
    check(GameTitle::FourInARow, |_| Some(PlaySettings::default()));
}

#[test]
fn connect_four_plays_the_recorded_cases() {
    check(GameTitle::ConnectFour, |_| Some(PlaySettings::default()));
}

#[test]
fn sudoku_solves_the_recorded_cases() {
    check(GameTitle::Sudoku, |program| {
        let size = if program.starts_with('4') { GridSize::Four } else { GridSize::Nine };
        Some(PlaySettings { size, ..PlaySettings::default() })
    });
}

#[test]
fn tetrisito_answers_the_recorded_cases() {
    check(GameTitle::Tetrisito, |program| {
        let rules = DropRules::default();
        let rules = match program {
            "a.asm" | "c.asm" | "c-masks.asm" => rules,
            "b.asm" => DropRules { order: DropOrder::Given, usage: PieceRule::Prefix, ..rules },
            "c-clear.asm" => DropRules { clears_lines: true, ..rules },
            _ => return None,
        };
        Some(PlaySettings { rules, ..PlaySettings::default() })
    });
}

/// The cases with keys are games on a screen, with other chances than ours.
#[test]
fn twenty48_asks_for_the_target_as_recorded() {
    check(GameTitle::Twenty48, |_| Some(PlaySettings::default()));
}

/// Plays every case of the list with the settings of each program it names.
fn check(name: GameTitle, settings_of: fn(&str) -> Option<PlaySettings>) {
    let project = folder("programs").join(name.typed());
    let list = fs::read_to_string(project.join("cases.toml")).expect("a project has a list");
    let list: Table = list.parse().expect("a list can be read");
    let cases = list["case"].as_array().expect("there are cases");
    let mut played = BTreeSet::new();
    for case in cases {
        let case_name = case["name"].as_str().expect("a case has a name");
        played.insert(case_name.to_owned());
        let file = |extension| project.join(format!("cases/{case_name}.{extension}"));
        if file("keys").exists() {
            continue;
        }
        let input = fs::read(file("in")).expect("a case has input");
        let expected = fs::read_to_string(file("out")).expect("a case has output");
        let programs = case.get("programs").and_then(Value::as_array);
        for program in programs.map_or(&[Value::from("")][..], Vec::as_slice) {
            let program = program.as_str().expect("a program is a name");
            let settings = settings_of(program).expect("the rules of the program are known");
            let game = Played::new(name, &settings, &input);
            assert_eq!(game.console(), expected, "{case_name} {program}");
            let ends = expected.contains("The input ");
            let ending = if ends { PlainEnding::EndOfInput } else { PlainEnding::Finished };
            assert_eq!(game.ending, Ok(ending), "{case_name} {program}");
        }
    }
    let files = fs::read_dir(project.join("cases")).expect("a project has cases");
    let inputs = files.filter_map(|entry| {
        let file = entry.expect("a folder can be listed").file_name();
        file.to_str()?.strip_suffix(".in").map(str::to_owned)
    });
    assert_eq!(played, inputs.collect(), "every case is in the list");
}
