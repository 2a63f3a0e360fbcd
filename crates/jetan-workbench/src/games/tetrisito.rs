//! Tetrisito for the wire.

use jetan_games::tetrisito::placement::drop_piece;
use jetan_games::tetrisito::{FieldShape, FrozenField, PlanDrop};
use jetan_play::tetrisito::{
    CellOwner, DropAdvice, DropSolution, HIDDEN_ROWS, NOBODY, PieceLanding, START,
    TetrisitoAttempt, TetrisitoMove, TetrisitoPlay, cells, rows_to_fall,
};
use jetan_play::words::counted;
use jetan_wire::{
    AnyGame, FallenPiece, GameAction, PieceDrop, TetrisitoBoard, TetrisitoGame, TetrisitoHint,
    TetrisitoMotion, TetrisitoName, TetrisitoPiece,
};

use super::stones::MoveResult;
use super::table::{BoardMotion, GameNotice, GameTable, TableHint};

/// Makes a turn and says how the pieces fall.
pub(super) fn make(game: &mut TetrisitoPlay, word: &str) -> MoveResult {
    let turn = TetrisitoMove::parse(word).ok_or("it is not a move of Tetrisito")?;
    let landings = game.make(&turn)?;
    let shape = game.attempt().puzzle().shape();
    let drops: Vec<FallenPiece> =
        landings.iter().map(|landing| landing_wire(game.attempt(), landing, shape)).collect();
    let motion = (!drops.is_empty()).then_some(BoardMotion::Tetrisito(TetrisitoMotion { drops }));
    Ok((motion, notice(game.attempt())))
}

/// The notice about a position that needs one.
fn notice(attempt: &TetrisitoAttempt) -> Option<GameNotice> {
    if attempt.is_over() {
        return None;
    }
    let is_ready = (0..attempt.pieces().len()).any(|piece| attempt.refusal(piece).is_none());
    let text = if !is_ready {
        "no piece is left, but this is not the goal: take a drop back"
    } else if attempt.position().field == attempt.puzzle().goal() {
        "this is the goal, but not with the pieces that the rules ask for"
    } else {
        return None;
    };
    Some(GameNotice { text: text.to_owned(), is_warning: true })
}

/// Brings the game to its end, if the engine finds out how.
pub(super) fn solve(game: &mut TetrisitoPlay) -> Result<Vec<String>, &'static str> {
    match game.solution() {
        DropSolution::Plan(plan, is_from_start) => {
            let restart = is_from_start.then(|| TetrisitoMove::Restart.to_word());
            Ok(restart.into_iter().chain([TetrisitoMove::Solve(plan).to_word()]).collect())
        }
        DropSolution::Never => {
            Err("the answer is NO: the goal cannot be reached with these pieces")
        }
        DropSolution::Unknown => {
            Err("too many possibilities: no plan was found in reasonable time")
        }
    }
}

/// A hint for the wire.
pub(super) fn hint(game: &TetrisitoPlay) -> TetrisitoHint {
    let text = match game.advise() {
        DropAdvice::Plan(plan) => match plan.first() {
            None => "the goal is reached".to_owned(),
            Some(first) => {
                let (piece, offset, left) = (first.piece + 1, first.offset, plan.len());
                let drops = counted(left as u64, "drop");
                return TetrisitoHint {
                    r#move: Some(TetrisitoMove::Drop(*first).to_word()),
                    piece: Some(piece),
                    offset: Some(offset),
                    left: Some(left),
                    text: format!("piece {piece} at offset {offset} leads on: {drops} to the goal"),
                };
            }
        },
        DropAdvice::TakeBack(drops) => {
            let drops = counted(drops as u64, "drop");
            format!("no longer reachable: take back {drops}")
        }
        DropAdvice::Never => "the goal cannot be reached with these pieces".to_owned(),
        DropAdvice::Unknown => "too many possibilities to tell".to_owned(),
    };
    TetrisitoHint { text, ..TetrisitoHint::default() }
}

fn pieces(attempt: &TetrisitoAttempt) -> Vec<TetrisitoPiece> {
    (0..attempt.pieces().len()).map(|piece| piece_wire(attempt, piece)).collect()
}

/// Every drop that can be made now.
pub(super) fn legal(game: &TetrisitoPlay) -> Vec<String> {
    let attempt = game.attempt();
    let pieces = pieces(attempt).into_iter();
    let ready = pieces.filter(|piece| piece.refusal.is_none() && !attempt.is_over());
    let drops = ready.flat_map(|piece| piece.drops).filter(|drop| drop.cells.is_some());
    drops.map(|drop| drop.r#move).collect()
}

/// The state of a game.
pub(super) fn state(game: &TetrisitoPlay, table: &GameTable, any: AnyGame) -> TetrisitoGame {
    let motion = match &table.motion {
        Some(BoardMotion::Tetrisito(motion)) => Some(motion.clone()),
        _ => None,
    };
    let hint = match &table.known.hint {
        Some(TableHint::Tetrisito(hint)) => Some(hint.clone()),
        _ => None,
    };
    TetrisitoGame { game: TetrisitoName::Tetrisito, any, board: board(game), motion, hint }
}

fn board(game: &TetrisitoPlay) -> TetrisitoBoard {
    let attempt = game.attempt();
    let (puzzle, position) = (attempt.puzzle(), attempt.position());
    let (shape, goal) = (puzzle.shape(), puzzle.goal().as_bits());
    let field = position.field.as_bits();
    let count = shape.rows() * shape.columns();
    TetrisitoBoard {
        columns: shape.columns(),
        rows: shape.rows(),
        hidden: HIDDEN_ROWS,
        cells: owners(&position.owners),
        goal: (0..count).map(|cell| (goal >> cell & 1) as u8).collect(),
        to_fill: (goal & !field).count_ones(),
        too_many: (field & !goal).count_ones(),
        pieces: pieces(attempt),
    }
}

/// The actions that are possible now.
pub(super) fn can(game: &TetrisitoPlay) -> Vec<GameAction> {
    let attempt = game.attempt();
    let mut can = Vec::new();
    if !attempt.past().is_empty() && (!attempt.is_over() || attempt.is_solved_by_engine()) {
        can.push(GameAction::Undo);
    }
    if !attempt.is_over() {
        can.extend([GameAction::Hint, GameAction::Solve]);
    }
    can
}

fn owners(owners: &[CellOwner]) -> Vec<i32> {
    let number = |owner: &CellOwner| match *owner {
        NOBODY => 0,
        START => -1,
        piece => i32::from(piece),
    };
    owners.iter().map(number).collect()
}

fn piece_wire(attempt: &TetrisitoAttempt, number: usize) -> TetrisitoPiece {
    let piece = attempt.pieces()[number];
    let (shape, field) = (attempt.puzzle().shape(), attempt.position().field);
    let drops = (0..=attempt.offset_max(number)).map(|offset| {
        let rested = drop_piece(shape, field, piece, offset, false);
        PieceDrop {
            r#move: TetrisitoMove::Drop(PlanDrop { piece: number, offset }).to_word(),
            offset,
            rows: rows_to_fall(shape, field, piece, offset),
            cells: rested.map(|rested| cells_of(shape, rested.as_bits() & !field.as_bits())),
        }
    });
    TetrisitoPiece {
        number: number + 1,
        cells: cells(piece).collect(),
        is_used: attempt.position().is_used(number),
        refusal: attempt.refusal(number).map(Into::into),
        drops: drops.collect(),
    }
}

fn cells_of(shape: FieldShape, bits: u64) -> Vec<u32> {
    (0..shape.rows() * shape.columns()).filter(|cell| bits >> cell & 1 == 1).collect()
}

fn landing_wire(
    attempt: &TetrisitoAttempt,
    landing: &PieceLanding,
    shape: FieldShape,
) -> FallenPiece {
    let PieceLanding { drop, before, frozen, after } = landing;
    let piece = attempt.pieces()[drop.piece];
    let landed = frozen.field.as_bits() & !before.field.as_bits();
    // Full rows vanish only under some rules; under the others a full row stays and must not be
    // shown as cleared.
    let is_cleared = frozen.field != after.field;
    let cleared: Vec<u32> =
        (0..shape.rows()).filter(|row| is_cleared && is_full(shape, frozen.field, *row)).collect();
    FallenPiece {
        piece: drop.piece + 1,
        offset: drop.offset,
        rows: rows_to_fall(shape, before.field, piece, drop.offset),
        landed: cells_of(shape, landed),
        frozen: owners(&frozen.owners),
        cleared,
        after: owners(&after.owners),
    }
}

fn is_full(shape: FieldShape, field: FrozenField, row: u32) -> bool {
    (0..shape.columns()).all(|column| field.is_filled(shape, row, column))
}
