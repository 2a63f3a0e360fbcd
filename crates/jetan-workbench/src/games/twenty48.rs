//! 2048 for the wire.

use jetan_games::twenty48::{Board, Choice, Direction, Status};
use jetan_play::Play;
use jetan_play::twenty48::{Place, Shift, Twenty48, word_for};
use jetan_wire::{
    AnyGame, GameAction, NewTile, SlidTile, SlideWorth, TileAnalysis, TileBoard, TileHint,
    TileMotion, Twenty48Game, Twenty48Name,
};

use super::stones::Made;
use super::table::{Hint, Motion, Notice, Table};

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
    // Nothing slides when a move is taken back: the tiles that had merged would have to split.
    let is_seen = before != after && word != jetan_play::twenty48::UNDO;
    let notice = (game.game().status() == Status::Won)
        .then(|| Notice { text: "the target is reached".to_owned(), is_warning: false });
    Ok((is_seen.then(|| Motion::Tiles(motion(&shift, game))), notice))
}

/// Makes a slide with the new tile of somebody else's board, and says how the tiles travel.
pub(super) fn follow(game: &mut Twenty48, direction: Direction, after: Board) -> Option<Motion> {
    let before = game.game().board();
    game.slide(direction)?;
    game.take_board(after);
    Some(Motion::Tiles(motion(&Shift::new(before, direction, after), game)))
}

fn cell((row, column): Place) -> usize {
    row * SIDE + column
}

fn motion(shift: &Shift, game: &Twenty48) -> TileMotion {
    let slid = shift.glides.iter().map(|glide| SlidTile {
        from: cell(glide.from),
        to: cell(glide.to),
        number: glide.number,
        is_merged: glide.merges,
    });
    let number = |(row, column)| game.game().board().tile(row, column);
    let new = shift.new.iter();
    let appeared = new.map(|place| NewTile { cell: cell(*place), number: number(*place) });
    TileMotion { slid: slid.collect(), appeared: appeared.collect() }
}

/// A hint for the wire.
pub(super) fn hint(direction: Direction) -> TileHint {
    let text = format!("best move: {}", word_for(direction));
    TileHint { r#move: direction.letter().to_string(), text }
}

/// Every word that can be played now.
pub(super) fn legal(game: &Twenty48) -> Vec<String> {
    let board = game.game().board();
    let legal = DIRECTIONS.into_iter().filter(|direction| board.slide(*direction) != board);
    match game.game().status() {
        Status::Playing => legal.map(|direction| direction.letter().to_string()).collect(),
        Status::Won => vec![jetan_play::twenty48::GO_ON.to_owned()],
        Status::Lost => Vec::new(),
    }
}

/// The state of a game.
pub(super) fn state(game: &Twenty48, table: &Table, any: AnyGame) -> Twenty48Game {
    let rules = game.game();
    let board = rules.board();
    let known = table.known.slides.as_ref().filter(|(of, _)| *of == board && table.is_analysing);
    Twenty48Game {
        game: Twenty48Name::Twenty48,
        any,
        board: TileBoard {
            side: SIDE,
            tiles: board.tiles().collect(),
            score: rules.original_score(),
            largest: rules.course_score(),
            target: rules.settings().target(),
        },
        motion: match &table.motion {
            Some(Motion::Tiles(motion)) => Some(motion.clone()),
            _ => None,
        },
        hint: match &table.known.hint {
            Some(Hint::Tiles(hint)) => Some(hint.clone()),
            _ => None,
        },
        analysis: known.map(|(_, choices)| analysis(choices)),
    }
}

fn analysis(choices: &[Choice]) -> TileAnalysis {
    let best = choices.iter().map(|choice| choice.value).fold(f32::MIN, f32::max);
    let moves = DIRECTIONS.map(|direction| {
        let value = choices.iter().find(|choice| choice.direction == direction);
        let value = value.map(|choice| choice.value);
        SlideWorth {
            r#move: direction.letter().to_string(),
            title: word_for(direction).to_owned(),
            // Rounded: the digits behind the point say nothing to a player.
            value: value.map(f32::round),
            is_best: value == Some(best),
        }
    });
    let depth = choices.first().map_or(0, |choice| choice.depth);
    TileAnalysis { moves: moves.to_vec(), depth, is_final: true }
}

/// The actions that are possible now.
pub(super) fn can(game: &Twenty48) -> Vec<GameAction> {
    let mut can = Vec::new();
    if game.can_undo() {
        can.push(GameAction::Undo);
    }
    match game.game().status() {
        Status::Playing => {
            can.extend([GameAction::Hint, GameAction::Analyse, GameAction::Autoplay]);
        }
        Status::Won => can.push(GameAction::GoOn),
        Status::Lost => {}
    }
    can
}

/// Whether a finished game was won.
pub(super) fn is_won(game: &Twenty48) -> bool {
    game.game().course_score() >= game.game().settings().target()
}
