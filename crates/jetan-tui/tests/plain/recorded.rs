//! The recorded cases of the MIPS programs.

use std::collections::BTreeSet;
use std::fs;

use jetan_games::Name;
use jetan_games::sudoku::Size;
use jetan_games::tetrisito::{Order, Rules, Usage};
use jetan_play::settings::Settings;
use jetan_tui::plain::Ending;
use toml::{Table, Value};

use crate::{Played, folder};

#[test]
fn four_in_a_row_plays_the_recorded_cases() {
    check(Name::FourInARow, |_| Some(Settings::default()));
}

#[test]
fn connect_four_plays_the_recorded_cases() {
    check(Name::ConnectFour, |_| Some(Settings::default()));
}

#[test]
fn sudoku_solves_the_recorded_cases() {
    check(Name::Sudoku, |program| {
        let size = if program.starts_with('4') { Size::Four } else { Size::Nine };
        Some(Settings { size, ..Settings::default() })
    });
}

#[test]
fn tetrisito_answers_the_recorded_cases() {
    check(Name::Tetrisito, |program| {
        let rules = Rules::default();
        let rules = match program {
            "a.asm" | "c.asm" | "c-masks.asm" => rules,
            "b.asm" => Rules { order: Order::Given, usage: Usage::Prefix, ..rules },
            "c-clear.asm" => Rules { clears_lines: true, ..rules },
            _ => return None,
        };
        Some(Settings { rules, ..Settings::default() })
    });
}

/// The cases with keys are games on a screen, with other chances than ours.
#[test]
fn twenty48_asks_for_the_target_as_recorded() {
    check(Name::Twenty48, |_| Some(Settings::default()));
}

/// Plays every case of the list with the settings of each program it names.
fn check(name: Name, settings_of: fn(&str) -> Option<Settings>) {
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
            let ending = if ends { Ending::EndOfInput } else { Ending::Finished };
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
