//! A recorded game, watched: forwards, backwards, faster and slower.

use std::time::Duration;

use crate::game::{GameScreen, Key};
use crate::games;
use jetan_play::games::BadGame;
use jetan_play::record::PlayRecord;

/// Moves per ten seconds.
const SPEEDS: [u32; 7] = [5, 10, 20, 40, 80, 160, 320];
const USUAL_SPEED: usize = 2;

/// A recorded game and how far it was watched.
pub(super) struct ReplayPlayer {
    record: PlayRecord,
    pub(super) game: Box<dyn GameScreen>,
    /// The number of moves made.
    at: usize,
    is_paused: bool,
    speed: usize,
    /// Since the last move.
    since: Duration,
}

impl ReplayPlayer {
    /// A replay from the start; why not, if a move of it is impossible.
    pub(super) fn new(record: PlayRecord) -> Result<ReplayPlayer, String> {
        let refuse = |bad| format!("this game cannot be replayed: {bad}");
        // The whole game is tried first, so that a replay cannot fail in its middle: `go_to` relies
        // on it.
        games::resume(&record).map_err(refuse)?;
        let game = at_move(&record, 0).map_err(refuse)?;
        let (speed, since) = (USUAL_SPEED, Duration::ZERO);
        Ok(ReplayPlayer { record, game, at: 0, is_paused: false, speed, since })
    }

    /// Takes a key; false if it means nothing here.
    pub(super) fn press(&mut self, key: Key) -> bool {
        let last = self.record.moves.len();
        match key {
            Key::Char(' ' | 'p') if self.at == last => {
                self.go_to(0);
                self.is_paused = false;
            }
            Key::Char(' ' | 'p') => self.is_paused = !self.is_paused,
            Key::Right | Key::Char('l' | 'd') => self.step_to((self.at + 1).min(last)),
            Key::Left | Key::Char('h' | 'a') => self.step_to(self.at.saturating_sub(1)),
            Key::Up | Key::Char('0' | 'g') => self.step_to(0),
            Key::Down | Key::Char('$' | 'G') => self.step_to(last),
            Key::Char('+' | '=') => self.speed = (self.speed + 1).min(SPEEDS.len() - 1),
            Key::Char('-' | '_') => self.speed = self.speed.saturating_sub(1),
            _ => return false,
        }
        true
    }

    /// Lets time pass: when it is time for a move, it is made.
    pub(super) fn tick(&mut self, elapsed: Duration) {
        self.game.tick(elapsed);
        if self.is_running() {
            self.since += elapsed;
            if self.since >= self.pace() {
                // Not reduced by the pace: after a pause of the process moves must not follow all
                // at once.
                self.since = Duration::ZERO;
                self.go_to(self.at + 1);
            }
        }
    }

    /// The time until the next tick.
    pub(super) fn time_to_next_tick(&self) -> Option<Duration> {
        self.is_running().then(|| self.pace().saturating_sub(self.since))
    }

    /// The progress, in words.
    pub(super) fn words(&self) -> String {
        let last = self.record.moves.len();
        let tenths = SPEEDS[self.speed];
        let state = match (self.at == last, self.is_paused) {
            (true, _) => "at the end".to_owned(),
            (false, true) => "paused".to_owned(),
            (false, false) if tenths.is_multiple_of(10) => format!("{} a second", tenths / 10),
            (false, false) => format!("{}.{} a second", tenths / 10, tenths % 10),
        };
        let made = match self.at {
            0 => String::new(),
            at => format!(" `{}`", self.record.moves[at - 1]),
        };
        format!("move {} of {last}{made}, {state}", self.at)
    }

    fn is_running(&self) -> bool {
        !self.is_paused && self.at < self.record.moves.len()
    }

    fn pace(&self) -> Duration {
        Duration::from_secs(10) / SPEEDS[self.speed]
    }

    /// Goes to a move and stays there.
    fn step_to(&mut self, at: usize) {
        self.is_paused = true;
        self.go_to(at);
    }

    fn go_to(&mut self, at: usize) {
        // One move forward is applied and may be animated; any other step plays the game again from
        // its start.
        if at == self.at + 1 {
            // It was tried when the replay began.
            let _ = self.game.apply(&self.record.moves[self.at]);
        } else if let Ok(game) = at_move(&self.record, at) {
            self.game = game;
        }
        self.at = at;
    }
}

/// The game after so many moves.
fn at_move(record: &PlayRecord, at: usize) -> Result<Box<dyn GameScreen>, BadGame> {
    let mut game =
        games::resume(&PlayRecord { moves: record.moves[..at].to_vec(), ..record.clone() })?;
    game.watch();
    Ok(game)
}
