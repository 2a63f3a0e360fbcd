//! 2048 for the wire.

use jetan_games::twenty48::{Board, Direction, Status};
use jetan_play::Play;
use jetan_play::twenty48::{Place, Shift, Twenty48, word_for};
use serde_json::{Value, json};

use super::stones::Made;
use super::table::{Notice, Table};

const SIDE: usize = 4;
/// In the order of the keys on a keyboard.
const DIRECTIONS: [Direction; 4] =
    [Direction::Up, Direction::Left, Direction::Down, Direction::Right];

/// Makes a move and says how the tiles travel.
pub(super) fn make(game: &mut Twenty48, word: &str) -> Made {
    let before = game.game().board();
    let mut letters = word.chars();
    let direction = match (letters.next(), letters.next()) {
        (Some(letter), None) => Direction::from_letter(letter),
        _ => None,
    };
    if let Some(direction) = direction
        && game.game().status() == Status::Playing
        && before.slide(direction) == before
    {
        return Err(format!("nothing moves {}", word_for(direction)));
    }
    game.apply(word).map_err(|bad| bad.why.to_owned())?;
    let after = game.game().board();
    let shift = match direction {
        Some(direction) => Shift::new(before, direction, after),
        None => Shift::appearing(before, after),
    };
    let is_seen = before != after && word != jetan_play::twenty48::UNDO;
    let notice = (game.game().status() == Status::Won)
        .then(|| Notice { text: "the target is reached".to_owned(), is_warning: false });
    Ok((is_seen.then(|| motion(&shift, game)), notice))
}

/// Makes a slide with the new tile of somebody else's board, and says how the tiles travel.
pub(super) fn follow(game: &mut Twenty48, direction: Direction, after: Board) -> Option<Value> {
    let before = game.game().board();
    game.slide(direction)?;
    game.take_board(after);
    Some(motion(&Shift::new(before, direction, after), game))
}

fn cell((row, column): Place) -> usize {
    row * SIDE + column
}

fn motion(shift: &Shift, game: &Twenty48) -> Value {
    let slid: Vec<Value> = shift
        .glides
        .iter()
        .map(|glide| {
            json!({
                "from": cell(glide.from), "to": cell(glide.to), "number": glide.number,
                "isMerged": glide.merges,
            })
        })
        .collect();
    let number = |(row, column)| game.game().board().tile(row, column);
    let appeared: Vec<Value> = shift
        .new
        .iter()
        .map(|place| json!({"cell": cell(*place), "number": number(*place)}))
        .collect();
    json!({"slid": slid, "appeared": appeared})
}

/// A hint for the wire.
pub(super) fn hint(direction: Direction) -> Value {
    let text = format!("best move: {}", word_for(direction));
    json!({"move": direction.letter().to_string(), "text": text})
}

/// What only this game has.
pub(super) fn describe(game: &Twenty48, table: &Table, wire: &mut Value) {
    let rules = game.game();
    let board = rules.board();
    wire["board"] = json!({
        "side": SIDE, "tiles": board.tiles().collect::<Vec<u32>>(),
        "score": rules.original_score(), "largest": rules.course_score(),
        "target": rules.settings().target(),
    });
    let legal = DIRECTIONS.into_iter().filter(|direction| board.slide(*direction) != board);
    wire["legal"] = match rules.status() {
        Status::Playing => legal.map(|direction| direction.letter().to_string()).collect(),
        Status::Won => json!([jetan_play::twenty48::GO_ON]),
        Status::Lost => json!([]),
    };
    let known = table.known.slides.as_ref().filter(|(of, _)| *of == board);
    if let (Some((_, choices)), true) = (known, table.is_analysing) {
        let best = choices.iter().map(|choice| choice.value).fold(f32::MIN, f32::max);
        let moves = DIRECTIONS.map(|direction| {
            let title = word_for(direction);
            let mut wire = json!({"move": direction.letter().to_string(), "title": title});
            let value = choices.iter().find(|choice| choice.direction == direction);
            let value = value.map(|choice| choice.value);
            wire["isBest"] = Value::from(value == Some(best));
            if let Some(value) = value {
                wire["value"] = json!(value.round());
            }
            wire
        });
        let depth = choices.first().map_or(0, |choice| choice.depth);
        wire["analysis"] = json!({"moves": moves, "depth": depth, "isFinal": true});
    }
}

/// What can be asked for now.
pub(super) fn can(game: &Twenty48) -> Vec<&'static str> {
    let mut can = Vec::new();
    if game.can_undo() {
        can.push("undo");
    }
    match game.game().status() {
        Status::Playing => can.extend(["hint", "analyse", "autoplay"]),
        Status::Won => can.push("goOn"),
        Status::Lost => {}
    }
    can
}

/// Whether a finished game was won.
pub(super) fn is_won(game: &Twenty48) -> bool {
    game.game().course_score() >= game.game().settings().target()
}
