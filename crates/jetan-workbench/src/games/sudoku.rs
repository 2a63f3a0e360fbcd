//! Sudoku for the wire.

use jetan_games::sudoku::SudokuGrid;
use jetan_games::sudoku::logic::{
    CellCandidate, LinkKind, PlayerHint, SolutionStep, StepEffect, StepRole,
};
use jetan_play::PlayableGame;
use jetan_play::sudoku::{SudokuMove, SudokuPlay, SudokuPosition, edits_of, values_in};
use jetan_wire::{
    AnyGame, CandidateRole, CellRole, GameAction, HintCandidate, HintCell, HintEffect, HintLink,
    SudokuBoard, SudokuGame, SudokuHint, SudokuName,
};

use super::stones::MoveResult;
use super::table::{self, GameNotice, GameTable};

/// Makes a turn.
pub(super) fn make(game: &mut SudokuPlay, word: &str) -> MoveResult {
    game.apply(word).map_err(|bad| bad.why.to_owned())?;
    let is_stuck = game
        .attempt()
        .is_some_and(|attempt| attempt.position().grid.is_full() && !attempt.is_over());
    let text = "the grid is full, but digits clash".to_owned();
    Ok((None, is_stuck.then_some(GameNotice { text, is_warning: true })))
}

/// The hint for a player who asks for one; none if there is no puzzle yet.
pub(super) fn hint(game: &SudokuPlay) -> Option<Result<SudokuHint, &'static str>> {
    let position = game.attempt()?.position();
    Some(match game.hint()? {
        Ok(hint) => Ok(hint_wire(&hint, position)),
        Err(_) => Err("this puzzle is too open for a hint"),
    })
}

/// Whether a hint is more than something that is said: then it counts as help.
pub(super) fn is_help(hint: &SudokuHint) -> bool {
    hint.r#move.is_some()
}

fn hint_wire(hint: &PlayerHint, position: &SudokuPosition) -> SudokuHint {
    let mut wire = match hint {
        PlayerHint::Step(step) => step_wire(step),
        PlayerHint::WrongValue { wrong: at, .. } | PlayerHint::WrongMarks { missing: at, .. } => {
            SudokuHint {
                title: "A mistake".to_owned(),
                text: hint.to_string(),
                focus: Some(at.cell),
                cells: vec![HintCell { cell: at.cell, role: CellRole::Target }],
                ..SudokuHint::default()
            }
        }
        _ => SudokuHint { text: hint.to_string(), ..SudokuHint::default() },
    };
    let edits = edits_of(hint, position);
    if !edits.is_empty() {
        wire.r#move = Some(SudokuMove::Edits(edits).to_word(position.size()));
    }
    wire
}

fn step_wire(step: &SolutionStep) -> SudokuHint {
    let is_placed = matches!(step.effect, StepEffect::Place(_));
    let explanation = step.explain();
    let title = step.technique.name();
    let text = explanation.strip_prefix(&format!("{title}: ")).unwrap_or(&explanation);
    let marks = step.marks();
    let mut cells: Vec<HintCell> = Vec::new();
    for mark in &marks {
        let is_target = mark.role == StepRole::Target;
        let role = if is_target { CellRole::Target } else { CellRole::Reason };
        match cells.iter_mut().find(|known| known.cell == mark.candidate.cell) {
            // A cell with several marks is a target if one of them is: that is where the player has
            // to act.
            Some(known) if is_target => known.role = role,
            Some(_) => {}
            None => cells.push(HintCell { cell: mark.candidate.cell, role }),
        }
    }
    let effect = if is_placed { HintEffect::Place } else { HintEffect::Remove };
    let candidates = marks.iter().map(|mark| HintCandidate {
        cell: mark.candidate.cell,
        value: mark.candidate.value,
        role: role(mark.role),
        effect: (mark.role == StepRole::Target).then_some(effect),
    });
    let links = step.links.iter().map(|link| HintLink {
        from: candidate(link.from),
        to: candidate(link.to),
        is_strong: link.kind == LinkKind::Strong,
    });
    SudokuHint {
        title: title.to_owned(),
        text: text.to_owned(),
        focus: step.targets().first().map(|target| target.cell),
        r#move: None,
        houses: step
            .houses
            .iter()
            .map(|house| house.cells(step.size).into_iter().collect())
            .collect(),
        cells,
        candidates: candidates.collect(),
        links: links.collect(),
    }
}

fn candidate(candidate: CellCandidate) -> jetan_wire::HintLinkEnd {
    jetan_wire::HintLinkEnd { cell: candidate.cell, value: candidate.value }
}

fn role(role: StepRole) -> CandidateRole {
    match role {
        StepRole::Pattern => CandidateRole::Pattern,
        StepRole::Opposite => CandidateRole::Opposite,
        StepRole::Link => CandidateRole::Link,
        StepRole::Fin => CandidateRole::Fin,
        StepRole::Target => CandidateRole::Target,
    }
}

/// The word that fills the grid, if a solution is found.
pub(super) fn solve(game: &SudokuPlay) -> Option<String> {
    let solution: SudokuGrid = game.solution()?;
    Some(SudokuMove::Solve(solution).to_word(game.size()))
}

/// The state of a game.
pub(super) fn state(game: &SudokuPlay, table: &GameTable, any: AnyGame) -> SudokuGame {
    let hint = match &table.known.hint {
        Some(table::TableHint::Sudoku(hint)) => Some(hint.clone()),
        _ => None,
    };
    let mistakes = table.known.mistakes.clone();
    SudokuGame { game: SudokuName::Sudoku, any, board: board(game), mistakes, hint }
}

fn board(game: &SudokuPlay) -> SudokuBoard {
    let size = game.size();
    let mut board = SudokuBoard {
        side: size.side(),
        r#box: size.box_side(),
        cells: vec![0; size.cells()],
        clues: Vec::new(),
        notes: vec![Vec::new(); size.cells()],
        clashes: Vec::new(),
        difficulty: None,
        rating: None,
    };
    let Some(attempt) = game.attempt() else { return board };
    let position = attempt.position();
    let all = || 0..size.cells();
    board.cells = position.grid.cells().to_vec();
    board.clues = all().filter(|cell| attempt.is_clue(*cell)).collect();
    board.notes = position.notes.iter().map(|notes| values_in(*notes).collect()).collect();
    board.clashes = all().filter(|cell| position.is_clashing(*cell)).collect();
    if let Some(rating) = game.rating() {
        board.difficulty = Some(rating.difficulty().name().to_owned());
        board.rating = Some(rating.to_string());
    }
    board
}

/// The actions that are possible now.
pub(super) fn can(game: &SudokuPlay) -> Vec<GameAction> {
    let Some(attempt) = game.attempt().filter(|attempt| !attempt.is_over()) else {
        return Vec::new();
    };
    let mut can = Vec::new();
    if attempt.can_undo() {
        can.push(GameAction::Undo);
    }
    if attempt.can_redo() {
        can.push(GameAction::Redo);
    }
    can.extend([GameAction::Hint, GameAction::Mistakes, GameAction::Solve]);
    can
}
