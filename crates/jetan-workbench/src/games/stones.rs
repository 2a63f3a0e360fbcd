//! The two games with falling stones for the wire.

use jetan_games::connect4::four_in_a_row::{FourRowEvent, KeyViolation, PlayerSeat};
use jetan_games::connect4::position::{COLUMNS, ROWS};
use jetan_games::connect4::{Column, Position, ScoreBounds, ScoreOutcome};
use jetan_play::PlayableGame;
use jetan_play::stones::{
    COMPUTER, ConnectFourPlay, ExpectedInput, FourInARow, SideToMove, StoneCell, StoneEnding,
    StoneGame, cells_in_line, hint_words, spots,
};
use jetan_play::words::counted;
use jetan_wire::{
    AnyGame, ColumnWorth, FallenStone, GameAction, GameChoice, LineStone, Prospect, StonesAnalysis,
    StonesAsks, StonesBoard, StonesGame, StonesHint, StonesMotion, StonesName, StonesPlayer,
    StonesQuestion,
};

use super::table::{BoardMotion, GameNotice, GameTable, TableHint};

/// The result of a move: its animation and a notice; or why it is not possible.
pub(super) type MoveResult = Result<(Option<BoardMotion>, Option<GameNotice>), String>;

/// A cell of the wire.
pub(super) fn cell((column, row): StoneCell) -> usize {
    // The engine counts rows from the bottom, where stones land; the wire from the top, as a page
    // draws them.
    (ROWS - 1 - row) * COLUMNS + column.index()
}

/// Makes a move of Connect Four.
pub(super) fn connect_four(game: &mut ConnectFourPlay, word: &str) -> MoveResult {
    // The board before and after are compared instead of following the move: undo and Four in a
    // Row's own rules take stones away too.
    let before = players(game);
    let is_column = matches!(game.asked(), ExpectedInput::Column(_));
    let column = word.parse().ok().and_then(Column::from_index);
    let why = match column {
        Some(column) if is_column && !game.position().can_play(column) => {
            Some(format!("column {} is full: choose another", column.index()))
        }
        None if is_column && word.bytes().all(|byte| byte.is_ascii_digit()) => {
            Some("there is no such column: choose from 0 to 6".to_owned())
        }
        _ => None,
    };
    game.apply(word).map_err(|bad| why.unwrap_or_else(|| bad.why.to_owned()))?;
    Ok((motion(&before, game), None))
}

/// Makes a move of Four in a Row.
pub(super) fn four_in_a_row(game: &mut FourInARow, word: &str) -> MoveResult {
    let before = players(game);
    let events = game.apply_events(word).map_err(|bad| bad.why.to_owned())?;
    let violated = events.into_iter().find_map(|event| match event {
        FourRowEvent::Violated { violation, trials_left, .. } => {
            let what = match violation {
                KeyViolation::NotAColumn => format!("{word} is not a column"),
                KeyViolation::ColumnFull => format!("column {word} is full"),
            };
            let left = counted(trials_left.into(), "trial");
            Some(GameNotice { text: format!("{what}: {left} left"), is_warning: true })
        }
        _ => None,
    });
    Ok((motion(&before, game), violated))
}

/// The player of every cell, in the order of the wire.
pub(super) fn players(game: &dyn StoneGame) -> Vec<u8> {
    let mut cells = vec![0; COLUMNS * ROWS];
    for spot in spots() {
        cells[cell(spot)] = game.player_at(spot);
    }
    cells
}

/// Stones that are new or gone.
fn motion(before: &[u8], game: &dyn StoneGame) -> Option<BoardMotion> {
    let after = players(game);
    let pairs = || before.iter().zip(&after).enumerate();
    let fallen: Vec<FallenStone> = pairs()
        .filter(|(_, (before, after))| **before == 0 && **after != 0)
        .map(|(cell, (_, player))| FallenStone { cell, player: *player })
        .collect();
    let taken: Vec<usize> = pairs()
        .filter(|(_, (before, after))| **before != 0 && **after == 0)
        .map(|(cell, _)| cell)
        .collect();
    let is_seen = !fallen.is_empty() || !taken.is_empty();
    is_seen.then_some(BoardMotion::Stones(StonesMotion { fallen, taken }))
}

/// A hint for the wire.
pub(super) fn hint<S: StoneGame>(
    game: &S,
    column: Column,
    bounds: ScoreBounds,
    is_final: bool,
) -> StonesHint {
    let digit = char::from(S::digit(column));
    let label = digit.to_digit(10).unwrap_or(0) as usize;
    let words = hint_words(bounds.exact(), label, game.position().plies());
    let text = words.strip_prefix("hint: ").unwrap_or(&words).to_owned();
    StonesHint { r#move: digit.to_string(), column: column.index(), text, is_final }
}

/// Every word that can be played now.
pub(super) fn legal<S: StoneGame>(game: &S) -> Vec<String> {
    let position = game.position();
    match game.asked() {
        ExpectedInput::Choice => vec!["1".to_owned(), "2".to_owned()],
        ExpectedInput::Column(_) => {
            let open = Column::ALL.into_iter().filter(|column| position.can_play(*column));
            open.map(|column| char::from(S::digit(column)).to_string()).collect()
        }
        ExpectedInput::Undo => vec!["y".to_owned(), "n".to_owned()],
        ExpectedInput::Nothing => Vec::new(),
    }
}

/// The state of a game of Connect Four.
pub(super) fn connect_four_state(
    game: &ConnectFourPlay,
    table: &GameTable,
    any: AnyGame,
) -> StonesGame {
    let answers = [1, 2].map(|player| choice(player.to_string(), game.name_of(player)));
    let first = StonesAsks {
        what: StonesQuestion::First,
        player: None,
        text: "who goes first?".to_owned(),
        answers: answers.to_vec(),
    };
    let players = [1, 2].map(|player| {
        let sign = if player == 1 { "red" } else { "yellow" };
        player_wire(game, player, sign.to_owned())
    });
    let asks = asked(game, first, "a column from 0 to 6");
    state(StonesName::ConnectFour, (game, table, any), asks, players.to_vec())
}

/// The state of a game of Four in a Row.
pub(super) fn four_in_a_row_state(
    game: &FourInARow,
    table: &GameTable,
    any: AnyGame,
) -> StonesGame {
    let token = StonesAsks {
        what: StonesQuestion::Token,
        player: Some(1),
        text: "player 1: which token?".to_owned(),
        answers: vec![choice("1", "O"), choice("2", "X")],
    };
    let rules = game.rules();
    let players = [PlayerSeat::One, PlayerSeat::Two].map(|seat| {
        let sign = char::from(rules.token(seat).byte()).to_string();
        StonesPlayer {
            trials: Some(rules.trials_left(seat)),
            undos: Some(rules.undos_left(seat)),
            ..player_wire(game, seat.number(), sign)
        }
    });
    let asks = asked(game, token, "a column from 1 to 7");
    state(StonesName::FourInARow, (game, table, any), asks, players.to_vec())
}

/// The state that both games share.
fn state<S: StoneGame>(
    name: StonesName,
    (game, table, any): (&S, &GameTable, AnyGame),
    asks: Option<StonesAsks>,
    players: Vec<StonesPlayer>,
) -> StonesGame {
    let position = game.position();
    let is_analysed = table.is_analysing && game.turn() == SideToMove::Person;
    StonesGame {
        game: name,
        any,
        board: StonesBoard {
            columns: COLUMNS,
            rows: ROWS,
            cells: self::players(game),
            line: cells_in_line(&position).into_iter().map(cell).collect(),
            newest: game.newest().map(cell),
        },
        asks,
        players,
        motion: match &table.motion {
            Some(BoardMotion::Stones(motion)) => Some(motion.clone()),
            _ => None,
        },
        hint: match &table.known.hint {
            Some(TableHint::Stones(hint)) => Some(hint.clone()),
            _ => None,
        },
        analysis: is_analysed.then(|| analysis(game, table, &position)),
    }
}

fn choice(word: impl Into<String>, title: impl Into<String>) -> GameChoice {
    GameChoice { r#move: word.into(), title: title.into() }
}

fn player_wire<S: StoneGame>(game: &S, player: u8, sign: String) -> StonesPlayer {
    StonesPlayer {
        player,
        name: game.name_of(player),
        sign,
        is_computer: player == COMPUTER && game.settings().level.is_some(),
        stones: game.stones_of(player),
        trials: None,
        undos: None,
    }
}

fn asked<S: StoneGame>(game: &S, first: StonesAsks, columns: &str) -> Option<StonesAsks> {
    let has_computer = game.settings().level.is_some();
    Some(match game.asked() {
        ExpectedInput::Nothing => return None,
        ExpectedInput::Choice => first,
        ExpectedInput::Column(player) => {
            let answers = Column::ALL.map(|column| {
                let digit = char::from(S::digit(column)).to_string();
                let title = format!("column {digit}");
                choice(digit, title)
            });
            let text = match (game.turn(), has_computer) {
                (SideToMove::Computer(_), _) => "the computer is thinking".to_owned(),
                (_, true) => format!("your turn: {columns}"),
                (_, false) => format!("player {player}: {columns}"),
            };
            let what = StonesQuestion::Column;
            StonesAsks { what, player: Some(player), text, answers: answers.to_vec() }
        }
        ExpectedInput::Undo => StonesAsks {
            what: StonesQuestion::Undo,
            player: Some(game.newest().map_or(0, |spot| game.player_at(spot))),
            text: "take it back?".to_owned(),
            answers: vec![choice("y", "take it back"), choice("n", "keep it")],
        },
    })
}

fn analysis<S: StoneGame>(game: &S, table: &GameTable, position: &Position) -> StonesAnalysis {
    let known = table.mind.columns(position);
    let best = known.as_ref().map(|(analysis, _)| analysis.best()).unwrap_or_default();
    let is_exact = known.as_ref().is_some_and(|(analysis, _)| analysis.scores().is_some());
    let columns = Column::ALL.map(|column| {
        let bounds = known.as_ref().and_then(|(analysis, _)| analysis.columns[column.index()]);
        let outcome =
            bounds.and_then(ScoreBounds::exact).map(|score| score.outcome(position.plies()));
        let (text, words, prospect) = match outcome {
            _ if !position.can_play(column) => (String::new(), "full".to_owned(), None),
            None => ("?".to_owned(), "not known yet".to_owned(), None),
            Some(ScoreOutcome::Draw) => {
                ("=".to_owned(), "draw".to_owned(), Some((Prospect::Draw, 0)))
            }
            Some(ScoreOutcome::Win(moves)) => {
                let words = format!("wins in {}", counted(moves.into(), "move"));
                (format!("+{moves}"), words, Some((Prospect::Win, moves)))
            }
            Some(ScoreOutcome::Loss(moves)) => {
                let words = format!("loses in {}", counted(moves.into(), "move"));
                (format!("-{moves}"), words, Some((Prospect::Loss, moves)))
            }
        };
        let (outcome, moves) = prospect.unzip();
        ColumnWorth {
            column: column.index(),
            text,
            words,
            outcome,
            r#in: moves,
            is_best: is_exact && best.contains(&column),
        }
    });
    let line = table.known.line.as_ref().filter(|(of, _)| of == position);
    let steps = line.map(|(_, line)| line_wire(game, *position, &line.moves)).unwrap_or_default();
    let is_final = known.is_some_and(|(_, is_final)| is_final) && line.is_some();
    StonesAnalysis { columns: columns.to_vec(), line: steps, is_final }
}

/// The continuation of a game: where each stone would lie, and whose it would be.
fn line_wire<S: StoneGame>(game: &S, mut position: Position, moves: &[Column]) -> Vec<LineStone> {
    let ExpectedInput::Column(mut player) = game.asked() else { return Vec::new() };
    let mut steps = Vec::new();
    for &column in moves {
        let spot = (column, position.height(column));
        let Some(after) = position.play(column) else { break };
        steps.push(LineStone { column: column.index(), cell: cell(spot), player });
        (position, player) = (after, 3 - player);
    }
    steps
}

/// The actions that are possible now.
pub(super) fn can<S: StoneGame>(game: &S, can_undo: bool) -> Vec<GameAction> {
    let mut can = Vec::new();
    let is_persons = game.turn() == SideToMove::Person;
    let is_over = game.asked() == ExpectedInput::Nothing;
    let level = game.settings().level;
    for (is_possible, action) in [
        (can_undo, GameAction::Undo),
        (is_persons, GameAction::Hint),
        (!is_over, GameAction::Analyse),
        (!is_over && level.is_some(), GameAction::Level),
    ] {
        if is_possible {
            can.push(action);
        }
    }
    can
}

/// Whether the person has won, against the computer.
pub(super) fn is_won<S: StoneGame>(game: &S) -> Option<bool> {
    game.settings().level?;
    Some(matches!(game.ending(), Some(StoneEnding::Won { player: 1, .. })))
}
