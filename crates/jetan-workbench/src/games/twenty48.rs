//! 2048 for the wire.

use jetan_games::twenty48::{PackedBoard, RankedMove, SlideDirection, SlideStatus};
use jetan_play::PlayableGame;
use jetan_play::twenty48::{BoardShift, TileCell, Twenty48Play, word_for};
use jetan_wire::{
    AnyGame, GameAction, NewTile, SlidTile, SlideWorth, TileAnalysis, TileBoard, TileHint,
    TileMotion, Twenty48Game, Twenty48Name,
};

use super::stones::MoveResult;
use super::table::{BoardMotion, GameNotice, GameTable, TableHint};

const SIDE: usize = 4;
/// In the order of the keys on a keyboard.
const DIRECTIONS: [SlideDirection; 4] =
    [SlideDirection::Up, SlideDirection::Left, SlideDirection::Down, SlideDirection::Right];

/// Makes a move and says how the tiles travel.
pub(super) fn make(game: &mut Twenty48Play, word: &str) -> MoveResult {
    let before = game.game().board();
    let mut letters = word.chars();
    let direction = match (letters.next(), letters.next()) {
        (Some(letter), None) => SlideDirection::from_letter(letter),
        _ => None,
    };
    if let Some(direction) = direction
        && game.game().status() == SlideStatus::Playing
        && before.slide(direction) == before
    {
        return Err(format!("nothing moves {}", word_for(direction)));
    }
    game.apply(word).map_err(|bad| bad.why.to_owned())?;
    let after = game.game().board();
    let shift = match direction {
        Some(direction) => BoardShift::new(before, direction, after),
        None => BoardShift::appearing(before, after),
    };
    // Nothing slides when a move is taken back: the tiles that had merged would have to split.
    let is_seen = before != after && word != jetan_play::twenty48::UNDO;
    let notice = (game.game().status() == SlideStatus::Won)
        .then(|| GameNotice { text: "the target is reached".to_owned(), is_warning: false });
    Ok((is_seen.then(|| BoardMotion::Tiles(motion(&shift, game))), notice))
}

/// Makes a slide with the new tile of somebody else's board, and says how the tiles travel.
pub(super) fn follow(
    game: &mut Twenty48Play,
    direction: SlideDirection,
    after: PackedBoard,
) -> Option<BoardMotion> {
    let before = game.game().board();
    game.slide(direction)?;
    game.take_board(after);
    Some(BoardMotion::Tiles(motion(&BoardShift::new(before, direction, after), game)))
}

fn cell((row, column): TileCell) -> usize {
    row * SIDE + column
}

fn motion(shift: &BoardShift, game: &Twenty48Play) -> TileMotion {
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
pub(super) fn hint(direction: SlideDirection) -> TileHint {
    let text = format!("best move: {}", word_for(direction));
    TileHint { r#move: direction.letter().to_string(), text }
}

/// Every word that can be played now.
pub(super) fn legal(game: &Twenty48Play) -> Vec<String> {
    let board = game.game().board();
    let legal = DIRECTIONS.into_iter().filter(|direction| board.slide(*direction) != board);
    match game.game().status() {
        SlideStatus::Playing => legal.map(|direction| direction.letter().to_string()).collect(),
        SlideStatus::Won => vec![jetan_play::twenty48::GO_ON.to_owned()],
        SlideStatus::Lost => Vec::new(),
    }
}

/// The state of a game.
pub(super) fn state(game: &Twenty48Play, table: &GameTable, any: AnyGame) -> Twenty48Game {
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
            Some(BoardMotion::Tiles(motion)) => Some(motion.clone()),
            _ => None,
        },
        hint: match &table.known.hint {
            Some(TableHint::Tiles(hint)) => Some(hint.clone()),
            _ => None,
        },
        analysis: known.map(|(_, choices)| analysis(choices)),
    }
}

fn analysis(choices: &[RankedMove]) -> TileAnalysis {
    let best = choices.iter().map(|choice| choice.value).fold(f32::MIN, f32::max);
    let moves = DIRECTIONS.map(|direction| {
        let value = choices.iter().find(|choice| choice.direction == direction);
        let value = value.map(|choice| choice.value);
        SlideWorth {
            r#move: direction.letter().to_string(),
            title: word_for(direction).to_owned(),
            // Rounded: the digits after the point say nothing to a player.
            value: value.map(f32::round),
            is_best: value == Some(best),
        }
    });
    let depth = choices.first().map_or(0, |choice| choice.depth);
    TileAnalysis { moves: moves.to_vec(), depth, is_final: true }
}

/// The actions that are possible now.
pub(super) fn can(game: &Twenty48Play) -> Vec<GameAction> {
    let mut can = Vec::new();
    if game.can_undo() {
        can.push(GameAction::Undo);
    }
    match game.game().status() {
        SlideStatus::Playing => {
            can.extend([GameAction::Hint, GameAction::Analyse, GameAction::Autoplay]);
        }
        SlideStatus::Won => can.push(GameAction::GoOn),
        SlideStatus::Lost => {}
    }
    can
}

/// Whether a finished game was won.
pub(super) fn is_won(game: &Twenty48Play) -> bool {
    game.game().course_score() >= game.game().settings().target()
}
