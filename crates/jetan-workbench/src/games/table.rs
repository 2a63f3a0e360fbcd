//! The game on the table: moves, what is asked of the engine, and notices about it.

use std::time::Duration;

use jetan_games::connect4::{Bounds, Column, Line, Position};
use jetan_games::twenty48::{Board, Choice, Direction};
use jetan_play::Play;
use jetan_play::games::Game;
use jetan_play::record::Record;
use jetan_play::stones::mind::{self, Mind, Need};
use jetan_play::stones::{Stones, Turn};
use jetan_play::thought::{GameQuestion, Thought};
use jetan_play::twenty48 as slides;
use jetan_wire::{
    StonesHint, StonesMotion, SudokuHint, TetrisitoHint, TetrisitoMotion, TileHint, TileMotion,
};

use super::aside::Aside;
use super::versus::Versus;
use super::{sudoku, tetrisito, twenty48};

/// Positions that a move of the engine that plays by itself may cost: a few milliseconds.
const AUTOPLAY_NODES: u64 = 25_000;
/// A pause that is longer than this is none of the time played.
const PAUSE_MS: i64 = 120_000;

/// The goal of a thought.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Want {
    /// The computer's move.
    Reply,
    Hint,
    /// The values of columns or slides.
    Analysis,
    /// The best line of play for both; belongs to an analysis.
    Line,
    Puzzle,
    /// The difficulty of a puzzle, which nobody waits for.
    Rating,
    /// The next move of an engine that plays by itself.
    Autoplay,
    /// Games that the engine plays aside.
    Aside,
}

impl Want {
    pub(super) fn about(self) -> Option<jetan_wire::Thought> {
        use jetan_wire::Thought::{Analysis, Autoplay, Hint, Puzzle, Reply};
        match self {
            Want::Reply => Some(Reply),
            Want::Hint => Some(Hint),
            Want::Analysis | Want::Line => Some(Analysis),
            Want::Puzzle => Some(Puzzle),
            Want::Autoplay | Want::Aside => Some(Autoplay),
            Want::Rating => None,
        }
    }
}

/// A hint of the game on the table.
pub(super) enum Hint {
    Stones(StonesHint),
    Tiles(TileHint),
    Tetrisito(TetrisitoHint),
    Sudoku(SudokuHint),
}

/// The animation from the board before to this one.
pub(super) enum Motion {
    Stones(StonesMotion),
    Tiles(TileMotion),
    Tetrisito(TetrisitoMotion),
}

/// The hint that a player waits for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Wanted {
    Nothing,
    Hint,
    /// There is a hint, which is only a judgement.
    BetterHint,
}

/// Something to be said about the last thing that was done.
#[derive(Clone, Debug)]
pub(super) struct Notice {
    pub(super) text: String,
    pub(super) is_warning: bool,
}

/// A game that is watched.
pub(super) struct Replay {
    pub(super) record: Record,
    /// The number of moves made.
    pub(super) at: usize,
}

/// The knowledge about the board as it is.
#[derive(Default)]
pub(super) struct Known {
    pub(super) hint: Option<Hint>,
    pub(super) line: Option<(Position, Line)>,
    pub(super) slides: Option<(Board, Vec<Choice>)>,
    pub(super) mistakes: Option<Vec<usize>>,
}

/// A game, and what is known and wanted of it.
pub(crate) struct Table {
    pub(super) game: Game,
    pub(super) replay: Option<Replay>,
    /// The game that was played before something was watched.
    pub(super) left: Option<Box<Table>>,
    pub(super) known: Known,
    pub(super) mind: Mind,
    /// The animation from the board before to this one.
    pub(super) motion: Option<Motion>,
    pub(super) notice: Option<Notice>,
    pub(super) wanted: Wanted,
    pub(super) is_analysing: bool,
    /// Whether somebody has stopped the thought that would be next.
    pub(super) is_resting: bool,
    /// Moves a second, and when the next one is due.
    pub(super) autoplay: Option<(f64, i64)>,
    pub(super) aside: Option<Aside>,
    pub(super) versus: Option<Versus>,
    /// The time at which play time was last counted, in milliseconds.
    clock_ms: i64,
}

impl Table {
    pub(super) fn new(game: Game, now_ms: i64) -> Table {
        let seed = game.play().settings().seed;
        Table {
            game,
            replay: None,
            left: None,
            known: Known::default(),
            mind: Mind::new(seed),
            motion: None,
            notice: None,
            wanted: Wanted::Nothing,
            is_analysing: false,
            is_resting: false,
            autoplay: None,
            aside: None,
            versus: None,
            clock_ms: now_ms,
        }
    }

    pub(super) fn play(&self) -> &dyn Play {
        self.game.play()
    }

    /// Lets time pass, of a game that counts it.
    pub(super) fn pass(&mut self, now_ms: i64) {
        // The pattern below refuses negative gaps as well, of a clock that was set back.
        let gap_ms = now_ms - std::mem::replace(&mut self.clock_ms, now_ms);
        if let (Game::Sudoku(game), None, 0..PAUSE_MS) = (&mut self.game, &self.replay, gap_ms) {
            game.pass(Duration::from_millis(gap_ms.unsigned_abs()));
        }
    }

    /// Makes a move in the words of the record, and shows how it moves.
    pub(super) fn make(&mut self, word: &str) -> Result<(), String> {
        self.turn_page();
        let made = match &mut self.game {
            Game::ConnectFour(game) => super::stones::connect_four(game, word),
            Game::FourInARow(game) => super::stones::four_in_a_row(game, word),
            Game::Twenty48(game) => twenty48::make(game, word),
            Game::Tetrisito(game) => tetrisito::make(game, word),
            Game::Sudoku(game) => sudoku::make(game, word),
        };
        let (motion, notice) = made?;
        (self.motion, self.notice) = (motion, notice);
        Ok(())
    }

    /// Forgets what was said and known about the board before.
    pub(super) fn turn_page(&mut self) {
        self.known = Known::default();
        self.motion = None;
        self.notice = None;
        self.wanted = Wanted::Nothing;
        self.is_resting = false;
        self.mind.give_up();
    }

    /// A thought was ended: it is to be asked for anew.
    pub(super) fn give_up(&mut self, want: Want) {
        self.mind.give_up();
        // The game waits for its puzzle; told that the thought was stopped, it can ask for it
        // again.
        if want == Want::Puzzle {
            self.game.play_mut().receive(Thought::Stopped);
        }
    }

    pub(super) fn say(&mut self, text: impl Into<String>) {
        self.notice = Some(Notice { text: text.into(), is_warning: false });
    }

    pub(super) fn warn(&mut self, text: impl Into<String>) {
        self.notice = Some(Notice { text: text.into(), is_warning: true });
    }

    /// The next thing to think about, if there is one.
    pub(super) fn take_question(&mut self, now_ms: i64) -> Option<(Want, GameQuestion)> {
        if self.replay.is_some() || self.is_resting {
            return None;
        }
        let found = match &mut self.game {
            Game::ConnectFour(game) => {
                let (turn, position) = (game.turn(), game.position());
                self.stones_work(turn, &position)
            }
            Game::FourInARow(game) => {
                let (turn, position) = (game.turn(), game.position());
                self.stones_work(turn, &position)
            }
            Game::Twenty48(_) => self.slide_work(now_ms),
            Game::Sudoku(game) => {
                let want = if game.attempt().is_none() { Want::Puzzle } else { Want::Rating };
                game.take_question().map(|work| (want, work))
            }
            Game::Tetrisito(_) => None,
        };
        // Games aside use the time that is left: whatever the player waits for comes first.
        found.or_else(|| Some((Want::Aside, self.aside.as_ref()?.work()?)))
    }

    fn stones_work(&mut self, turn: Turn, position: &Position) -> Option<(Want, GameQuestion)> {
        match turn {
            Turn::Computer(level) => {
                let work = self.mind.take_question(Some(Need::Reply(level)), position)?;
                Some((Want::Reply, work))
            }
            Turn::Person if self.wanted != Wanted::Nothing => {
                let seed = self.play().settings().seed;
                let is_thorough = self.wanted == Wanted::BetterHint;
                Some((Want::Hint, GameQuestion::Hint { position: *position, seed, is_thorough }))
            }
            Turn::Person if self.is_analysing => {
                // The values of the columns before the best line: they are what the player looks
                // at.
                if let Some(work) = self.mind.take_question(Some(Need::Columns), position) {
                    return Some((Want::Analysis, work));
                }
                let is_known = self.known.line.as_ref().is_some_and(|(of, _)| of == position);
                (!is_known).then_some((Want::Line, GameQuestion::Line(*position)))
            }
            Turn::Person | Turn::Nobody => None,
        }
    }

    fn slide_work(&mut self, now_ms: i64) -> Option<(Want, GameQuestion)> {
        let Game::Twenty48(game) = &self.game else { return None };
        let (board, settings) = (game.game().board(), game.settings());
        if game.outcome().is_some() {
            return None;
        }
        if self.wanted != Wanted::Nothing {
            return Some((Want::Hint, game.best_move()));
        }
        if self.autoplay.is_some_and(|(_, due_ms)| due_ms <= now_ms) {
            return Some((Want::Autoplay, slides::best_move(board, settings, AUTOPLAY_NODES)));
        }
        let is_known = self.known.slides.as_ref().is_some_and(|(of, _)| *of == board);
        let is_wanted = self.is_analysing && !is_known && self.autoplay.is_none();
        is_wanted.then(|| (Want::Analysis, slides::slides(board, settings)))
    }

    /// Takes what was thought.
    pub(super) fn receive(&mut self, want: Want, thought: Thought, now_ms: i64) {
        match (want, thought) {
            (Want::Puzzle | Want::Rating, thought) => {
                let is_stopped = matches!(thought, Thought::Stopped);
                self.game.play_mut().receive(thought);
                self.is_resting |= is_stopped;
            }
            (Want::Hint, Thought::Hint(column, bounds)) => self.take_hint(column, bounds),
            (Want::Hint, Thought::Slide(Some(direction))) => {
                self.wanted = Wanted::Nothing;
                self.known.hint = Some(Hint::Tiles(twenty48::hint(direction)));
            }
            // A hint that was stopped must not be asked for again in the next slice.
            (Want::Hint, _) => self.take_no_hint(),
            (Want::Analysis, Thought::Slides(choices)) => {
                if let Game::Twenty48(game) = &self.game {
                    self.known.slides = Some((game.game().board(), choices));
                }
            }
            (Want::Line, Thought::Line(line)) => {
                if let Some(position) = self.position() {
                    self.known.line = Some((position, line));
                }
            }
            (Want::Autoplay, Thought::Slide(direction)) => self.slide_by_itself(direction, now_ms),
            (Want::Aside, Thought::Games(tally)) => {
                if let Some(aside) = &mut self.aside {
                    aside.add(&tally);
                }
            }
            (Want::Reply | Want::Analysis, thought) => self.receive_in_mind(&thought),
            (Want::Line | Want::Autoplay | Want::Aside, _) => self.is_resting = true,
        }
    }

    /// The stones on the board, of the games that have some.
    pub(super) fn position(&self) -> Option<Position> {
        match &self.game {
            Game::ConnectFour(game) => Some(game.position()),
            Game::FourInARow(game) => Some(game.position()),
            _ => None,
        }
    }

    fn take_hint(&mut self, column: Column, bounds: Bounds) {
        // What is only a judgement is thought about once more, longer.
        let is_final = bounds.exact().is_some() || self.wanted == Wanted::BetterHint;
        self.wanted = if is_final { Wanted::Nothing } else { Wanted::BetterHint };
        let hint = match &self.game {
            Game::ConnectFour(game) => super::stones::hint(&**game, column, bounds, is_final),
            Game::FourInARow(game) => super::stones::hint(&**game, column, bounds, is_final),
            _ => return,
        };
        self.known.hint = Some(Hint::Stones(hint));
    }

    /// A hint was stopped: what is there stays.
    fn take_no_hint(&mut self) {
        self.wanted = Wanted::Nothing;
        if let Some(Hint::Stones(hint)) = &mut self.known.hint {
            hint.is_final = true;
        }
    }

    fn receive_in_mind(&mut self, thought: &Thought) {
        let Some(position) = self.position() else { return };
        let Some(answer) = self.mind.receive(thought, &position) else {
            self.is_resting = true;
            return;
        };
        if let mind::Answer::Reply(column) = answer
            && position.can_play(column)
        {
            let digit = match &self.game {
                Game::ConnectFour(_) => jetan_play::stones::ConnectFour::digit(column),
                _ => jetan_play::stones::FourInARow::digit(column),
            };
            // The engine plays by the rules.
            let _ = self.make(&char::from(digit).to_string());
        }
    }

    fn slide_by_itself(&mut self, direction: Option<Direction>, now_ms: i64) {
        let Some((per_second, _)) = self.autoplay else { return };
        let made = direction.map(|direction| self.make(&direction.letter().to_string()));
        let is_over = self.play().outcome().is_some();
        let goes_on = matches!(made, Some(Ok(()))) && !is_over;
        self.autoplay = goes_on.then(|| (per_second, now_ms + (1000.0 / per_second) as i64));
    }
}
