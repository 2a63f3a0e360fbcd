//! The games of the course, and generated games and calls.

use jetan_games::connect4::Column;
use jetan_games::connect4::connect_four::{ConnectFourGame, ConnectFourQuestion};
use jetan_games::connect4::position::Player;
use jetan_games::rng::Rng;

use super::super::lines::{BORDER_LINES, FourLine, LineDirection, long_game};
use super::procedures::StateProcedure;
use super::{ConnectFourCase, ConnectFourChecker, number};
use crate::project::CaseSize;

/// Other games, an answer for each character.
const GAMES: [(&str, &str); 7] = [
    ("one piece", "13"),
    ("player 2 goes first", "23"),
    ("a piece on another", "133"),
    ("neither player goes first", "0393"),
    ("answers that do not name a free column", "13798"),
    ("a full column", "122222223"),
    ("the gap is filled", "20011332"),
];
/// The columns of a game that nobody wins.
const DRAW: &str = "1365245504110446336162200426011356220334515";
/// A game that the last piece of all wins.
const LAST_PIECE: &str = "1164523221420113051232004516003555443366466";

/// The answers of a game in which every cell is filled.
pub(super) fn full_board() -> Vec<String> {
    answers(DRAW)
}

/// The answers of a game with a piece in every column.
pub(super) fn piece_in_every_column() -> Vec<String> {
    answers("10123456")
}

fn answers(characters: &str) -> Vec<String> {
    characters.chars().map(String::from).collect()
}

impl ConnectFourChecker {
    /// The cases of the course.
    pub(super) fn course_cases(&self) -> Vec<(&'static str, ConnectFourCase)> {
        let game = |answers: Vec<String>| ConnectFourCase::Game { answers: until_end(answers) };
        let mut cases: Vec<(&'static str, ConnectFourCase)> = Vec::new();
        cases.extend(GAMES.iter().map(|(name, typed)| (*name, game(answers(typed)))));
        if self.refusals.words {
            let typed = ["one", "2", "x", "3"].map(str::to_owned).to_vec();
            cases.push(("words are asked again", game(typed)));
        }
        if self.refusals.empty_lines {
            let typed = ["", "2", "", "3"].map(str::to_owned).to_vec();
            cases.push(("empty lines are asked again", game(typed)));
        }
        for (name, direction, column, row) in BORDER_LINES {
            let mut lines = FourLine::all_in(direction).into_iter();
            // A line is named by its first cell; within a direction no two begin at the same.
            let line = lines.find(|line| line.cells[0] == (column, row));
            let moves = line.and_then(|line| line.short_game(Player::First));
            cases.extend(moves.map(|moves| (name, game(typed("1", &moves)))));
        }
        let upright = FourLine::all_in(LineDirection::Upright)[0].short_game(Player::Second);
        cases.extend(upright.map(|moves| ("the second player wins", game(typed("1", &moves)))));
        cases.push(("a draw", game(answers(DRAW))));
        cases.push(("the last piece wins", game(answers(LAST_PIECE))));
        cases.push(("a piece in every column", ConnectFourCase::Display));
        let calls = [
            ("initialize", StateProcedure::Initialize, vec![3, 4, 3]),
            ("place_piece_into_column", StateProcedure::Place, vec![0]),
            ("update_game_state", StateProcedure::Update, vec![0]),
            ("change_to_next_player_turn", StateProcedure::Change, vec![]),
        ];
        cases.extend(calls.map(|(name, procedure, columns)| {
            (name, ConnectFourCase::Call { procedure, first: 1, columns })
        }));
        cases
    }

    /// A generated case.
    pub(super) fn random_case(&self, rng: &mut Rng, size: CaseSize) -> ConnectFourCase {
        match size.index % 8 {
            // Odd numbers only: every second case makes a line, and all lines have to come.
            3 | 7 if self.state.is_ok() => random_call(rng, size),
            _ => ConnectFourCase::Game { answers: self.random_game(rng, size) },
        }
    }

    fn random_game(&self, rng: &mut Rng, size: CaseSize) -> Vec<String> {
        let mut game = ConnectFourGame::default();
        let mut answers = Vec::new();
        let refused = rng.below(25);
        while rng.below(100) < refused {
            let answer = self.refusal(rng, &["0", "3", "9"]);
            answers.push(answer);
        }
        let first = 1 + rng.below(2) as i32;
        answers.push(first.to_string());
        game.answer(first);
        for column in random_moves(rng, size) {
            while rng.below(100) < refused {
                // The first full column of any, because all are refused for the same reason.
                let full = Column::ALL.into_iter().find(|c| !game.position().can_play(*c));
                answers.push(match full {
                    Some(full) if rng.below(2) == 0 => full.index().to_string(),
                    _ => self.refusal(rng, &["7", "8", "9"]),
                });
            }
            answers.push(column.index().to_string());
            game.answer(column.index() as i32);
        }
        until_end(answers)
    }

    /// An answer that the program can read and has to refuse. Negative numbers are not among them:
    /// the document's own design tests columns against the largest one only.
    fn refusal(&self, rng: &mut Rng, usual: &[&str]) -> String {
        let mut all = usual.to_vec();
        if self.refusals.long_numbers {
            all.extend(["10", "42", "100", "2147483647"]);
        }
        if self.refusals.words {
            all.extend(["x", "one", "?"]);
        }
        if self.refusals.empty_lines {
            all.push("");
        }
        all[rng.below(all.len() as u32) as usize].to_owned()
    }
}

/// Every second case makes a line, one after the other, so that all are made in 138 cases.
fn random_moves(rng: &mut Rng, size: CaseSize) -> Vec<Column> {
    if size.index % 2 == 1 {
        return long_game(rng, size.between(1, 44));
    }
    let lines = FourLine::all();
    let winner = if rng.below(3) == 0 { Player::Second } else { Player::First };
    lines[size.index / 2 % lines.len()].short_game(winner).unwrap_or_default()
}

fn random_call(rng: &mut Rng, size: CaseSize) -> ConnectFourCase {
    let procedure = match rng.below(12) {
        0 => StateProcedure::Initialize,
        1..=3 => StateProcedure::Place,
        4 => StateProcedure::Change,
        _ => StateProcedure::Update,
    };
    // A random index: a call says nothing about the size of games, and any line may be the one that
    // is missed.
    let any = CaseSize { index: rng.below(138) as usize, ..size };
    let mut moves = random_moves(rng, any);
    if procedure == StateProcedure::Change && rng.below(2) == 0 {
        // Either player may have the turn, whichever length the generator prefers.
        moves.pop();
    }
    let columns: Vec<u8> = moves.iter().map(|column| column.index() as u8).collect();
    // `place_piece_into_column` and `update_game_state` are about the last piece and need one.
    let columns = if columns.is_empty() { vec![3] } else { columns };
    ConnectFourCase::Call { procedure, first: 1 + rng.below(2) as u8, columns }
}

fn typed(first: &str, moves: &[Column]) -> Vec<String> {
    let columns = moves.iter().map(|column| column.index().to_string());
    std::iter::once(first.to_owned()).chain(columns).collect()
}

/// The answers that are asked for: until the game is over.
fn until_end(answers: Vec<String>) -> Vec<String> {
    let mut game = ConnectFourGame::default();
    let is_asked = |answer: &String| {
        let question: Option<ConnectFourQuestion> = game.question();
        game.answer(number(answer));
        question.is_some()
    };
    answers.into_iter().take_while(is_asked).collect()
}
