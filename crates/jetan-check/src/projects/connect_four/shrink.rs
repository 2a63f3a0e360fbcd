//! Smaller games and calls.

use jetan_games::connect4::connect_four::{ConnectFourEvent, ConnectFourGame};
use jetan_games::connect4::position::{COLUMNS, Player};

use super::super::lines::FourLine;
use super::procedures::{StateProcedure, played};
use super::{ConnectFourCase, game, number};

/// Smaller games: a short one that makes the same line, beginnings, answers left out, simpler
/// answers.
pub(super) fn games(answers: &[String]) -> Vec<Vec<String>> {
    let roles = roles(answers);
    let mut games = short_games(answers);
    games.extend(beginnings(answers.len()).map(|length| answers[..length].to_vec()));
    games.extend(without_some(answers, &roles));
    games.extend(simpler(answers, &roles));
    let weight = weight(answers);
    // Strictly lighter, or the search could go in circles; and playable, or the case would have
    // answers that nobody asks for.
    games.retain(|game| self::weight(game) < weight && is_playable(game));
    games
}

/// Smaller states for a call.
pub(super) fn calls(procedure: StateProcedure, first: u8, columns: &[u8]) -> Vec<ConnectFourCase> {
    let mut answers = vec![first.to_string()];
    answers.extend(columns.iter().map(u8::to_string));
    let smaller = games(&answers).into_iter().filter_map(|answers| {
        let first: u8 = answers.first()?.parse().ok()?;
        let columns: Vec<u8> =
            answers[1..].iter().map(|answer| answer.parse().ok()).collect::<Option<_>>()?;
        let has_piece = !columns.is_empty() || procedure == StateProcedure::Change;
        // A column that was refused is not a piece, and the state in memory would not be what the
        // columns say.
        let is_placed = played(first, &columns).piece_count() as usize == columns.len();
        (has_piece && is_placed).then_some(ConnectFourCase::Call { procedure, first, columns })
    });
    smaller.collect()
}

/// The role of an answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum AnswerRole {
    First,
    Piece,
    Refused,
}

fn roles(answers: &[String]) -> Vec<AnswerRole> {
    let mut game = ConnectFourGame::default();
    let role = |answer: &String| match game.answer(number(answer)) {
        ConnectFourEvent::FirstPlayerChosen(_) => AnswerRole::First,
        ConnectFourEvent::Placed { .. } | ConnectFourEvent::Ended { .. } => AnswerRole::Piece,
        ConnectFourEvent::AskedAgain | ConnectFourEvent::AlreadyOver => AnswerRole::Refused,
    };
    answers.iter().map(role).collect()
}

/// Whether the game does not end before the last answer.
fn is_playable(answers: &[String]) -> bool {
    let before = &answers[..answers.len().saturating_sub(1)];
    !answers.is_empty() && game(before).question().is_some()
}

/// The weight of a game: few answers, then small ones.
fn weight(answers: &[String]) -> (usize, u64) {
    let plainness = |answer: &String| match number(answer) {
        digit @ 0..=9 if answer.len() == 1 => digit as u64,
        // Above every digit: words, empty lines and long numbers are replaced by a digit first.
        _ => 12,
    };
    (answers.len(), answers.iter().map(plainness).sum())
}

fn short_games(answers: &[String]) -> Vec<Vec<String>> {
    let position = game(answers).position();
    let Some(winner) = position.winner() else { return Vec::new() };
    let mirrored = |line: FourLine| FourLine {
        cells: std::array::from_fn(|idx| {
            let (column, row) = line.cells[3 - idx];
            (COLUMNS - 1 - column, row)
        }),
    };
    // The mirror image too: an error often shows only on one side, and the left one is lighter.
    let lines = FourLine::made_in(&position).into_iter().flat_map(|line| [line, mirrored(line)]);
    // Player 1 is the plainer winner; the actual one is tried for errors that only concern player
    // 2.
    let games = lines.flat_map(|line| [Player::First, winner].map(|who| line.short_game(who)));
    let typed = |columns: Vec<jetan_games::connect4::Column>| {
        let columns = columns.iter().map(|column| column.index().to_string());
        std::iter::once("1".to_owned()).chain(columns).collect()
    };
    games.flatten().map(typed).collect()
}

/// Lengths of beginnings, the short ones first, close together near the end.
fn beginnings(length: usize) -> impl Iterator<Item = usize> {
    let cuts = [length / 2, length / 4, length / 8, 4, 3, 2, 1];
    cuts.into_iter().filter(move |cut| (1..length).contains(cut)).map(move |cut| length - cut)
}

/// The answers without some of them: pairs of pieces, so that both players keep their turns, and
/// single answers.
fn without_some(answers: &[String], roles: &[AnswerRole]) -> Vec<Vec<String>> {
    let without = |left_out: &[usize]| -> Vec<String> {
        let kept = answers.iter().enumerate().filter(|(idx, _)| !left_out.contains(idx));
        kept.map(|(_, answer)| answer.clone()).collect()
    };
    let at = |wanted: AnswerRole| -> Vec<usize> {
        (0..answers.len()).filter(|idx| roles[*idx] == wanted).collect()
    };
    let (pieces, refused) = (at(AnswerRole::Piece), at(AnswerRole::Refused));
    let mut games = Vec::new();
    if refused.len() > 1 {
        games.push(without(&refused));
    }
    games.extend([16, 8, 4].into_iter().flat_map(|size| pieces.chunks_exact(size)).map(without));
    games.extend(refused.iter().map(|idx| without(&[*idx])));
    let pairs = pieces.iter().enumerate().flat_map(|(at, first)| {
        // Every second piece is one of the other player. Four partners bound the number of pairs,
        // which would be hundreds for a full board.
        let partners = pieces[at + 1..].iter().step_by(2).take(4);
        partners.map(|second| [*first, *second])
    });
    games.extend(pairs.map(|pair| without(&pair)));
    games.extend(pieces.iter().map(|idx| without(&[*idx])));
    games
}

/// The same game mirrored, moved to the left, begun by player 1, with plain refused answers.
fn simpler(answers: &[String], roles: &[AnswerRole]) -> Vec<Vec<String>> {
    let with = |change: &dyn Fn(&String, AnswerRole) -> String| -> Vec<String> {
        answers.iter().zip(roles).map(|(answer, role)| change(answer, *role)).collect()
    };
    let on_columns = |change: fn(i32) -> i32| {
        move |answer: &String, role: AnswerRole| match (role, number(answer)) {
            (AnswerRole::Piece, column) => change(column).to_string(),
            // `03` names a column as well, but its spelling is what is tried.
            (AnswerRole::Refused, column @ 0..=6) if answer.len() == 1 => {
                change(column).to_string()
            }
            _ => answer.clone(),
        }
    };
    let mut games = vec![
        with(&on_columns(|column| 6 - column)),
        with(&on_columns(|column| (column - 1).max(0))),
        with(&|answer, role| {
            if role == AnswerRole::First { "1".to_owned() } else { answer.clone() }
        }),
    ];
    for (idx, role) in roles.iter().enumerate() {
        if *role == AnswerRole::Refused && answers[idx] != "7" {
            let mut game = answers.to_vec();
            "7".clone_into(&mut game[idx]);
            games.push(game);
        }
        if *role == AnswerRole::Piece {
            for column in 0..number(&answers[idx]) {
                let mut game = answers.to_vec();
                game[idx] = column.to_string();
                games.push(game);
            }
        }
    }
    games
}
