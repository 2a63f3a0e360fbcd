//! The five games: what there is to play, and the game on the table.

mod autoplay_batch;
mod opening;
mod saved_games;
mod state;
mod stones;
mod sudoku;
mod table;
mod tetrisito;
mod twenty48;
mod versus;

use jetan_games::connect4::OpponentLevel;
use jetan_play::games::GameInPlay;
use jetan_play::record::PlayRecord;
use jetan_play::settings::PlaySettings;
use jetan_play::stones::StoneGame;
use jetan_wire::{
    Autoplay, AutoplayKind, Event, FailureCode, GameAction, GameRecord, GameShown, GameState,
    GameTurn, Move, NoGame, Nothing, RecordPart, Strength, Switch,
};

use crate::host::WorkbenchHost;
use crate::message::{DONE, OutgoingMessage, RequestAnswer, RequestError};
use crate::workbench::{RequestContext, WakeTime, Workbench, push};

use autoplay_batch::AutoplayBatch;
use saved_games::SavedGames;
use table::{GameTable, RequestedHint, TableHint, ThoughtGoal, WatchedReplay};

pub(crate) use opening::{game, games, versus};

/// Games that can be played aside.
const AUTOPLAY_GAMES_MAX: u32 = 10_000;
/// Moves of the engine in a second of autoplay.
const AUTOPLAY_MOVES_PER_SECOND: f64 = 8.0;
const AUTOPLAY_MOVES_PER_SECOND_MAX: f64 = 60.0;
/// Between two events about how far a thought is, in milliseconds.
const PROGRESS_MS: i64 = 100;
/// Positions between two questions whether to stop.
const NODES_PER_STEP: u64 = 1024;

/// The game on the table, the saved games, and the current thought.
#[derive(Default)]
pub(crate) struct GameSession {
    table: Option<GameTable>,
    keeping: SavedGames,
    /// The current thought's ticket and goal.
    thinking: Option<(u64, ThoughtGoal)>,
    tickets: u64,
    told_ms: i64,
}

fn no_game() -> RequestError {
    RequestError::new(FailureCode::NoGame, "there is no game on the table: start one first")
}

fn not_now(why: &str) -> RequestError {
    RequestError::new(FailureCode::NotNow, why)
}

impl RequestContext<'_> {
    fn table(&mut self) -> Result<&mut GameTable, RequestError> {
        self.bench.games.table.as_mut().ok_or_else(no_game)
    }

    /// The table, if what is on it is played and not only watched.
    fn playing(&mut self) -> Result<&mut GameTable, RequestError> {
        let now_ms = self.carrier.now_ms();
        let table = self.table()?;
        table.pass(now_ms);
        if table.replay.is_some() {
            return Err(not_now("this is a replay; leave it before you play"));
        }
        Ok(table)
    }

    /// A change is done: what follows from it happens, and the state goes out.
    fn settle(&mut self) -> RequestAnswer {
        self.bench.settle_game(self.carrier);
        DONE
    }

    /// Whether something can be asked for now.
    fn check_can(&mut self, action: GameAction, why: &str) -> Result<&mut GameTable, RequestError> {
        let table = self.playing()?;
        if table.can().contains(&action) { Ok(table) } else { Err(not_now(why)) }
    }
}

impl Workbench {
    /// Notices what has changed: moves to keep, an end to count, something to think about.
    fn settle_game(&mut self, carrier: &mut dyn WorkbenchHost) {
        let now_ms = carrier.now_ms();
        let GameSession { table, keeping, thinking, tickets, told_ms } = &mut self.games;
        let Some(table) = table else {
            if thinking.take().is_some() {
                carrier.rest();
            }
            push(&mut self.outbox, Event::Game(GameShown::Nothing(NoGame {})));
            return;
        };
        keeping.notice(table, now_ms, carrier.shelf());
        // What was thought about was another board, or is thought about anew; but a puzzle that is
        // being made stays the same.
        let is_kept =
            |want| matches!(want, ThoughtGoal::Puzzle | ThoughtGoal::Rating) && !table.is_resting;
        if let Some((_, want)) = thinking.take_if(|(_, want)| !is_kept(*want)) {
            carrier.rest();
            table.give_up(want);
        }
        if thinking.is_none()
            && let Some((want, work)) = table.take_question(now_ms)
        {
            // Never used twice: an answer to a question that was given up may still arrive, and its
            // ticket tells that nobody wants it.
            *tickets += 1;
            *thinking = Some((*tickets, want));
            carrier.think(*tickets, work);
        }
        *told_ms = now_ms;
        let state = table.wire(keeping, thinking.map(|(_, want)| (want, 0)));
        push(&mut self.outbox, shown(state));
    }

    /// Everything about the game goes out again.
    pub(crate) fn show_game_again(&mut self) {
        let Some(table) = &self.games.table else { return };
        let state = table.wire(&self.games.keeping, None);
        push(&mut self.outbox, shown(state));
    }

    /// Takes thoughts, lets the engine move by itself, saves what is to be saved.
    pub(crate) fn advance_game(&mut self, carrier: &mut dyn WorkbenchHost) -> WakeTime {
        while let Some((ticket, thought)) = carrier.thought() {
            let now_ms = carrier.now_ms();
            let games = &mut self.games;
            // Answers for a table that was cleared are taken and dropped, or they would be found
            // again in the next slice.
            let (Some((of, want)), Some(table)) = (games.thinking, &mut games.table) else {
                continue;
            };
            if of == ticket {
                games.thinking = None;
                table.pass(now_ms);
                table.receive(want, thought, now_ms);
                report_autoplay(table, &mut self.outbox);
                self.settle_game(carrier);
            }
        }
        // After the thoughts, which may have made the move that the program is compared with.
        let versus = self.advance_versus(carrier);
        let GameSession { table, keeping, thinking, told_ms, .. } = &mut self.games;
        let Some(table) = table else { return WakeTime::Never };
        let now_ms = carrier.now_ms();
        let mut next = versus.min(keeping.flush(table, now_ms, carrier.shelf()));
        // Nobody is notified of what nobody waits for; it wakes the session by itself.
        if let Some((_, want)) = thinking.filter(|(_, want)| want.about().is_some()) {
            // Also for a clock that was set back, as for output.
            if !(0..PROGRESS_MS).contains(&(now_ms - *told_ms)) {
                *told_ms = now_ms;
                let nodes = carrier.thinking_steps() * NODES_PER_STEP;
                let mut state = table.wire(keeping, Some((want, nodes)));
                // It was seen to move already.
                state::forget_motion(&mut state);
                push(&mut self.outbox, shown(state));
            }
            next = next.min(WakeTime::At(*told_ms + PROGRESS_MS));
        } else if let (Some((_, due_ms)), None) = (table.autoplay, &*thinking) {
            if due_ms <= now_ms {
                self.settle_game(carrier);
                return WakeTime::Now;
            }
            next = next.min(WakeTime::At(due_ms));
        }
        next
    }

    /// After a bug of ours: the game may be half changed. What was saved stays.
    pub(crate) fn recover_game(&mut self) {
        self.games.thinking = None;
        if self.games.table.take().is_some() {
            self.send(Event::Game(GameShown::Nothing(NoGame {})));
        }
    }
}

/// A game on the table as an event.
fn shown(state: GameState) -> Event {
    Event::Game(GameShown::Game(Box::new(state)))
}

fn report_autoplay(table: &mut GameTable, outbox: &mut Vec<OutgoingMessage>) {
    let Some(aside) = &table.aside else { return };
    let is_done = aside.is_done();
    let kind = if is_done { AutoplayKind::Done } else { AutoplayKind::Running };
    push(outbox, Event::Autoplay(aside.wire(kind)));
    if is_done {
        table.aside = None;
    }
}

/// Makes a move.
pub(crate) fn play(context: &mut RequestContext<'_>, asked: Move) -> RequestAnswer {
    let table = context.playing()?;
    if table.turn() == GameTurn::Computer {
        return Err(RequestError::new(FailureCode::BadMove, "wait for the computer"));
    }
    // Words of the record that say something about a move, and are none.
    let is_move = !matches!(asked.r#move.as_str(), "help" | "hint")
        && !["made:", "solve:"].iter().any(|prefix| asked.r#move.starts_with(prefix));
    if !is_move {
        return Err(RequestError::new(FailureCode::BadMove, "this is not a move"));
    }
    context.make(&asked.r#move)?;
    context.settle()
}

impl RequestContext<'_> {
    /// Makes a move here and, side by side, in the program.
    fn make(&mut self, word: &str) -> Result<(), RequestError> {
        let table = self.playing()?;
        table.check_versus()?;
        // A move by hand takes over from the engine.
        table.autoplay = None;
        if !table.leave_to_program(word)? {
            table.make(word).map_err(|why| RequestError::new(FailureCode::BadMove, why))?;
        }
        self.type_into_program(word)
    }
}

pub(crate) fn undo(context: &mut RequestContext<'_>, _: Nothing) -> RequestAnswer {
    let table = context.check_can(GameAction::Undo, "there is no move to take back now")?;
    // This course's rules ask after every move whether to take it back; undoing is answering yes.
    let word = if matches!(table.game, GameInPlay::FourInARow(_)) { "y" } else { "undo" };
    context.make(word)?;
    context.settle()
}

pub(crate) fn redo(context: &mut RequestContext<'_>, _: Nothing) -> RequestAnswer {
    context.check_can(GameAction::Redo, "there is nothing to redo")?;
    context.make("redo")?;
    context.settle()
}

/// Asks for a hint, which comes with the state.
pub(crate) fn hint(context: &mut RequestContext<'_>, _: Nothing) -> RequestAnswer {
    let table = context.check_can(GameAction::Hint, "there is no hint to be had now")?;
    table.forget_board();
    match &mut table.game {
        GameInPlay::ConnectFour(game) => {
            game.use_help();
            table.wanted = RequestedHint::Hint;
        }
        GameInPlay::FourInARow(game) => {
            game.use_help();
            table.wanted = RequestedHint::Hint;
        }
        GameInPlay::Twenty48(game) => {
            game.note_hint();
            table.wanted = RequestedHint::Hint;
        }
        GameInPlay::Tetrisito(game) => {
            table.known.hint = Some(TableHint::Tetrisito(tetrisito::hint(game)));
            note_hint(table);
        }
        GameInPlay::Sudoku(game) => match sudoku::hint(game) {
            Some(Ok(hint)) => {
                let is_help = sudoku::is_help(&hint);
                table.known.hint = Some(TableHint::Sudoku(hint));
                if is_help {
                    note_hint(table);
                }
            }
            Some(Err(why)) => table.warn(why),
            None => {}
        },
    }
    context.settle()
}

/// Notes in the record that a hint was looked at. A game that is over was refused before.
fn note_hint(table: &mut GameTable) {
    let _ = table.game.play_mut().apply("hint");
}

/// Shows what columns or slides are worth.
pub(crate) fn analyse(context: &mut RequestContext<'_>, switch: Switch) -> RequestAnswer {
    if !switch.on {
        let table = context.playing()?;
        table.is_analysing = false;
        table.motion = None;
        return context.settle();
    }
    let table = context.check_can(GameAction::Analyse, "there is nothing to analyse now")?;
    table.is_analysing = true;
    table.is_resting = false;
    table.motion = None;
    match &mut table.game {
        GameInPlay::ConnectFour(game) => drop(game.use_help()),
        GameInPlay::FourInARow(game) => drop(game.use_help()),
        GameInPlay::Twenty48(game) if game.play_counts() => game.note_hint(),
        _ => {}
    }
    context.settle()
}

/// Looks for digits that are wrong.
pub(crate) fn mistakes(context: &mut RequestContext<'_>, _: Nothing) -> RequestAnswer {
    let table = context.check_can(GameAction::Mistakes, "there is nothing to be checked now")?;
    let GameInPlay::Sudoku(game) = &table.game else { return Err(no_game()) };
    let Ok(wrong) = game.mistakes() else {
        return Err(not_now("this puzzle is too open to be checked"));
    };
    match wrong.len() {
        0 => table.say("no digit is wrong"),
        1 => table.warn("1 digit is wrong"),
        wrong => table.warn(format!("{wrong} digits are wrong")),
    }
    table.known.mistakes = Some(wrong.into_iter().map(|(cell, _)| cell).collect());
    context.settle()
}

/// Lets the engine do the rest.
pub(crate) fn solve(context: &mut RequestContext<'_>, _: Nothing) -> RequestAnswer {
    let table = context.check_can(GameAction::Solve, "there is nothing to solve now")?;
    let words = match &mut table.game {
        GameInPlay::Tetrisito(game) => tetrisito::solve(game).map_err(not_now)?,
        GameInPlay::Sudoku(game) => {
            let word = sudoku::solve(game);
            vec![word.ok_or_else(|| not_now("no solution was found in reasonable time"))?]
        }
        _ => Vec::new(),
    };
    for word in words {
        table.make(&word).map_err(|why| RequestError::new(FailureCode::BadMove, why))?;
    }
    context.settle()
}

/// Lets the computer play better or worse from now on. Such a game does not count.
pub(crate) fn level(context: &mut RequestContext<'_>, asked: Strength) -> RequestAnswer {
    let level = OpponentLevel::from_name(&asked.level)
        .ok_or_else(|| RequestError::new(FailureCode::BadRequest, "there is no such level"))?;
    let table = context.check_can(GameAction::Level, "there is no computer to play against")?;
    table.motion = None;
    match &mut table.game {
        GameInPlay::ConnectFour(game) => game.set_level(level),
        GameInPlay::FourInARow(game) => game.set_level(level),
        _ => {}
    }
    context.settle()
}

/// Lets the engine play 2048: the game on the table, or some aside.
pub(crate) fn autoplay(context: &mut RequestContext<'_>, asked: Autoplay) -> RequestAnswer {
    let per_second = asked.per_second.unwrap_or(AUTOPLAY_MOVES_PER_SECOND);
    if !(0.1..=AUTOPLAY_MOVES_PER_SECOND_MAX).contains(&per_second) {
        return Err(RequestError::new(FailureCode::BadRequest, "`perSecond` is 0.1 to 60"));
    }
    let now_ms = context.carrier.now_ms();
    let table = context.playing()?;
    let GameInPlay::Twenty48(game) = &mut table.game else {
        return Err(not_now("autoplay is only available for 2048"));
    };
    if !asked.on {
        table.autoplay = None;
        if let Some(aside) = table.aside.take() {
            push(&mut context.bench.outbox, Event::Autoplay(aside.wire(AutoplayKind::Stopped)));
        }
        return context.settle();
    }
    if let Some(games) = asked.games {
        if !(1..=AUTOPLAY_GAMES_MAX).contains(&games) {
            return Err(RequestError::new(FailureCode::BadRequest, "`games` is 1 to 10000"));
        }
        let settings = PlaySettings::clone(jetan_play::PlayableGame::settings(&**game));
        let aside = AutoplayBatch::new(settings, games);
        let wire = aside.wire(AutoplayKind::Running);
        (table.aside, table.is_resting) = (Some(aside), false);
        push(&mut context.bench.outbox, Event::Autoplay(wire));
        return context.settle();
    }
    let table = context.check_can(GameAction::Autoplay, "the game is over")?;
    table.check_versus()?;
    if let GameInPlay::Twenty48(game) = &mut table.game
        && game.play_counts()
    {
        game.note_hint();
    }
    table.forget_board();
    table.autoplay = Some((per_second, now_ms));
    context.settle()
}

/// Stops what is thought about, or lets it begin anew.
pub(crate) fn think(context: &mut RequestContext<'_>, switch: Switch) -> RequestAnswer {
    let table = context.playing()?;
    table.is_resting = !switch.on;
    table.motion = None;
    if !switch.on {
        (table.autoplay, table.wanted) = (None, RequestedHint::Nothing);
    }
    context.settle()
}

/// Puts a game on the table to be watched, goes to another move of it, or leaves it.
pub(crate) fn replay(
    context: &mut RequestContext<'_>,
    asked: jetan_wire::ReplayRequest,
) -> RequestAnswer {
    let now_ms = context.carrier.now_ms();
    if asked.leave {
        if context.table()?.replay.is_none() {
            return Err(not_now("no game is being watched"));
        }
        let left = context.bench.games.table.take().and_then(|table| table.left);
        context.bench.games.table = left.map(|left| *left);
        if let Some(table) = &mut context.bench.games.table {
            table.motion = None;
        }
        return context.settle();
    }
    if context.bench.games.thinking.is_some_and(|(_, want)| want == ThoughtGoal::Puzzle) {
        return Err(not_now("a puzzle is being made"));
    }
    let record = match (&asked.replay, &asked.record) {
        (Some(id), None) => {
            let found = context.carrier.shelf().replay(id);
            Some(found.ok_or_else(|| {
                RequestError::new(FailureCode::BadGame, "there is no such replay")
            })?)
        }
        (None, Some(text)) => Some(read_record(text)?),
        (None, None) => match &context.table()?.replay {
            Some(_) => None,
            None => Some(PlayRecord::of(context.table()?.play())),
        },
        _ => return Err(RequestError::new(FailureCode::BadRequest, "either `replay` or `record`")),
    };
    if let Some(record) = record {
        // A record that cannot be played to its end is refused before anything changes.
        opening::resume(&record)?;
        let game = opening::resume_at(&record, 0)?;
        let mut watched = GameTable::new(game, now_ms);
        watched.replay = Some(WatchedReplay { record, at: 0 });
        let before = context.bench.games.table.take();
        if context.bench.games.thinking.take().is_some() {
            context.carrier.rest();
        }
        // Watching a second game from within the first leads back to the game that was played, not
        // to the replay before.
        watched.left = before.and_then(|before| match before.replay {
            Some(_) => before.left,
            None => Some(Box::new(before)),
        });
        context.bench.games.table = Some(watched);
    }
    context.table()?.go_to(asked.at.unwrap_or(0))?;
    context.settle()
}

impl GameTable {
    /// Goes to a move of a game that is watched; to the last, if it has fewer.
    fn go_to(&mut self, at: usize) -> Result<(), RequestError> {
        let Some(replay) = &mut self.replay else { return Ok(()) };
        let at = at.min(replay.record.moves.len());
        let before = std::mem::replace(&mut replay.at, at);
        // One move on is made and not jumped to, so that its animation is shown.
        if at == before + 1 {
            let word = replay.record.moves[before].clone();
            return self.make(&word).map_err(|why| RequestError::new(FailureCode::BadGame, why));
        }
        if at != before {
            self.game = opening::resume_at(&replay.record, at)?;
        }
        self.forget_board();
        Ok(())
    }
}

fn read_record(text: &str) -> Result<PlayRecord, RequestError> {
    PlayRecord::parse(text).map_err(|bad| {
        RequestError::new(FailureCode::BadGame, format!("this is not a game: {bad}"))
    })
}

/// The game as text.
pub(crate) fn record(
    context: &mut RequestContext<'_>,
    asked: RecordPart,
) -> RequestAnswer<GameRecord> {
    let table = context.table()?;
    let mut record = match &table.replay {
        Some(replay) => replay.record.clone(),
        None => PlayRecord::of(table.play()),
    };
    if let Some(at) = asked.at {
        record.moves.truncate(at);
    }
    Ok(GameRecord { record: record.to_text() })
}

/// Saves the game and clears the table.
pub(crate) fn leave(context: &mut RequestContext<'_>, _: Nothing) -> RequestAnswer {
    context.table()?;
    context.put_away();
    context.settle()
}

impl RequestContext<'_> {
    /// Takes the game from the table; what is played is saved.
    fn put_away(&mut self) {
        let now_ms = self.carrier.now_ms();
        let GameSession { table, keeping, thinking, .. } = &mut self.bench.games;
        let Some(mut table) = table.take() else { return };
        if thinking.take().is_some() {
            self.carrier.rest();
        }
        if let Some(aside) = table.aside.take() {
            push(&mut self.bench.outbox, Event::Autoplay(aside.wire(AutoplayKind::Stopped)));
        }
        table.pass(now_ms);
        keeping.end(&table, self.carrier.shelf());
        if let Some(left) = &table.left {
            keeping.end(left, self.carrier.shelf());
        }
    }
}
