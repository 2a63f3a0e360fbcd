//! The game on the table: moves, what is asked of the engine, and notices about it.

use std::time::Duration;

use jetan_games::connect4::{BestLine, Column, Position, ScoreBounds};
use jetan_games::twenty48::{PackedBoard, RankedMove, SlideDirection};
use jetan_play::PlayableGame;
use jetan_play::games::GameInPlay;
use jetan_play::record::PlayRecord;
use jetan_play::stones::engine_client::{self, EngineClient, EngineQuestion};
use jetan_play::stones::{SideToMove, StoneGame};
use jetan_play::thought::{GameQuestion, GameThought};
use jetan_play::twenty48 as slides;
use jetan_wire::{
    StonesHint, StonesMotion, SudokuHint, TetrisitoHint, TetrisitoMotion, TileHint, TileMotion,
};

use super::autoplay_batch::AutoplayBatch;
use super::versus::VersusRun;
use super::{sudoku, tetrisito, twenty48};

/// Positions that a move of the engine that plays by itself may cost: a few milliseconds.
const AUTOPLAY_NODES: u64 = 25_000;
/// A pause that is longer than this is none of the time played.
const COUNTED_GAP_MS_MAX: i64 = 120_000;

/// The goal of a thought.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum ThoughtGoal {
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

impl ThoughtGoal {
    pub(super) fn about(self) -> Option<jetan_wire::ThinkingSubject> {
        use jetan_wire::ThinkingSubject::{Analysis, Autoplay, Hint, Puzzle, Reply};
        match self {
            ThoughtGoal::Reply => Some(Reply),
            ThoughtGoal::Hint => Some(Hint),
            ThoughtGoal::Analysis | ThoughtGoal::Line => Some(Analysis),
            ThoughtGoal::Puzzle => Some(Puzzle),
            ThoughtGoal::Autoplay | ThoughtGoal::Aside => Some(Autoplay),
            ThoughtGoal::Rating => None,
        }
    }
}

/// A hint of the game on the table.
pub(super) enum TableHint {
    Stones(StonesHint),
    Tiles(TileHint),
    Tetrisito(TetrisitoHint),
    Sudoku(SudokuHint),
}

/// The animation from the board before to this one.
pub(super) enum BoardMotion {
    Stones(StonesMotion),
    Tiles(TileMotion),
    Tetrisito(TetrisitoMotion),
}

/// The hint that a player waits for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum RequestedHint {
    Nothing,
    Hint,
    /// There is a hint, which is only a judgement.
    BetterHint,
}

/// Something to be said about the last thing that was done.
#[derive(Clone, Debug)]
pub(super) struct GameNotice {
    pub(super) text: String,
    pub(super) is_warning: bool,
}

/// A game that is watched.
pub(super) struct WatchedReplay {
    pub(super) record: PlayRecord,
    /// The number of moves made.
    pub(super) at: usize,
}

/// The knowledge about the board as it is.
#[derive(Default)]
pub(super) struct BoardFacts {
    pub(super) hint: Option<TableHint>,
    pub(super) line: Option<(Position, BestLine)>,
    pub(super) slides: Option<(PackedBoard, Vec<RankedMove>)>,
    pub(super) mistakes: Option<Vec<usize>>,
}

/// A game, and what is known and wanted of it.
pub(crate) struct GameTable {
    pub(super) game: GameInPlay,
    pub(super) replay: Option<WatchedReplay>,
    /// The game that was played before something was watched.
    pub(super) left: Option<Box<GameTable>>,
    pub(super) known: BoardFacts,
    pub(super) mind: EngineClient,
    /// The animation from the board before to this one.
    pub(super) motion: Option<BoardMotion>,
    pub(super) notice: Option<GameNotice>,
    pub(super) wanted: RequestedHint,
    pub(super) is_analysing: bool,
    /// Whether somebody has stopped the thought that would be next.
    pub(super) is_resting: bool,
    /// Moves a second, and when the next one is due.
    pub(super) autoplay: Option<(f64, i64)>,
    pub(super) aside: Option<AutoplayBatch>,
    pub(super) versus: Option<VersusRun>,
    /// The time at which play time was last counted, in milliseconds.
    clock_ms: i64,
}

impl GameTable {
    pub(super) fn new(game: GameInPlay, now_ms: i64) -> GameTable {
        let seed = game.play().settings().seed;
        GameTable {
            game,
            replay: None,
            left: None,
            known: BoardFacts::default(),
            mind: EngineClient::new(seed),
            motion: None,
            notice: None,
            wanted: RequestedHint::Nothing,
            is_analysing: false,
            is_resting: false,
            autoplay: None,
            aside: None,
            versus: None,
            clock_ms: now_ms,
        }
    }

    pub(super) fn play(&self) -> &dyn PlayableGame {
        self.game.play()
    }

    /// Lets time pass, of a game that counts it.
    pub(super) fn pass(&mut self, now_ms: i64) {
        // The pattern below refuses negative gaps as well, of a clock that was set back.
        let gap_ms = now_ms - std::mem::replace(&mut self.clock_ms, now_ms);
        if let (GameInPlay::Sudoku(game), None, 0..COUNTED_GAP_MS_MAX) =
            (&mut self.game, &self.replay, gap_ms)
        {
            game.pass(Duration::from_millis(gap_ms.unsigned_abs()));
        }
    }

    /// Makes a move in the words of the record, and shows how it moves.
    pub(super) fn make(&mut self, word: &str) -> Result<(), String> {
        self.forget_board();
        let made = match &mut self.game {
            GameInPlay::ConnectFour(game) => super::stones::connect_four(game, word),
            GameInPlay::FourInARow(game) => super::stones::four_in_a_row(game, word),
            GameInPlay::Twenty48(game) => twenty48::make(game, word),
            GameInPlay::Tetrisito(game) => tetrisito::make(game, word),
            GameInPlay::Sudoku(game) => sudoku::make(game, word),
        };
        let (motion, notice) = made?;
        (self.motion, self.notice) = (motion, notice);
        Ok(())
    }

    /// Forgets what was said and known about the board before.
    pub(super) fn forget_board(&mut self) {
        self.known = BoardFacts::default();
        self.motion = None;
        self.notice = None;
        self.wanted = RequestedHint::Nothing;
        self.is_resting = false;
        self.mind.give_up();
    }

    /// A thought was ended: it is to be asked for anew.
    pub(super) fn give_up(&mut self, want: ThoughtGoal) {
        self.mind.give_up();
        // The game waits for its puzzle; told that the thought was stopped, it can ask for it
        // again.
        if want == ThoughtGoal::Puzzle {
            self.game.play_mut().receive(GameThought::Stopped);
        }
    }

    pub(super) fn say(&mut self, text: impl Into<String>) {
        self.notice = Some(GameNotice { text: text.into(), is_warning: false });
    }

    pub(super) fn warn(&mut self, text: impl Into<String>) {
        self.notice = Some(GameNotice { text: text.into(), is_warning: true });
    }

    /// The next thing to think about, if there is one.
    pub(super) fn take_question(&mut self, now_ms: i64) -> Option<(ThoughtGoal, GameQuestion)> {
        if self.replay.is_some() || self.is_resting {
            return None;
        }
        let found = match &mut self.game {
            GameInPlay::ConnectFour(game) => {
                let (turn, position) = (game.turn(), game.position());
                self.stones_work(turn, &position)
            }
            GameInPlay::FourInARow(game) => {
                let (turn, position) = (game.turn(), game.position());
                self.stones_work(turn, &position)
            }
            GameInPlay::Twenty48(_) => self.slide_work(now_ms),
            GameInPlay::Sudoku(game) => {
                let want = if game.attempt().is_none() {
                    ThoughtGoal::Puzzle
                } else {
                    ThoughtGoal::Rating
                };
                game.take_question().map(|work| (want, work))
            }
            GameInPlay::Tetrisito(_) => None,
        };
        // Games aside use the time that is left: whatever the player waits for comes first.
        found.or_else(|| Some((ThoughtGoal::Aside, self.aside.as_ref()?.work()?)))
    }

    fn stones_work(
        &mut self,
        turn: SideToMove,
        position: &Position,
    ) -> Option<(ThoughtGoal, GameQuestion)> {
        match turn {
            SideToMove::Computer(level) => {
                let work = self.mind.take_question(Some(EngineQuestion::Reply(level)), position)?;
                Some((ThoughtGoal::Reply, work))
            }
            SideToMove::Person if self.wanted != RequestedHint::Nothing => {
                let seed = self.play().settings().seed;
                let is_thorough = self.wanted == RequestedHint::BetterHint;
                Some((
                    ThoughtGoal::Hint,
                    GameQuestion::Hint { position: *position, seed, is_thorough },
                ))
            }
            SideToMove::Person if self.is_analysing => {
                // The values of the columns before the best line: they are what the player looks
                // at.
                if let Some(work) = self.mind.take_question(Some(EngineQuestion::Columns), position)
                {
                    return Some((ThoughtGoal::Analysis, work));
                }
                let is_known = self.known.line.as_ref().is_some_and(|(of, _)| of == position);
                (!is_known).then_some((ThoughtGoal::Line, GameQuestion::Line(*position)))
            }
            SideToMove::Person | SideToMove::Nobody => None,
        }
    }

    fn slide_work(&mut self, now_ms: i64) -> Option<(ThoughtGoal, GameQuestion)> {
        let GameInPlay::Twenty48(game) = &self.game else { return None };
        let (board, settings) = (game.game().board(), game.settings());
        if game.outcome().is_some() {
            return None;
        }
        if self.wanted != RequestedHint::Nothing {
            return Some((ThoughtGoal::Hint, game.best_move()));
        }
        if self.autoplay.is_some_and(|(_, due_ms)| due_ms <= now_ms) {
            return Some((
                ThoughtGoal::Autoplay,
                slides::best_move(board, settings, AUTOPLAY_NODES),
            ));
        }
        let is_known = self.known.slides.as_ref().is_some_and(|(of, _)| *of == board);
        let is_wanted = self.is_analysing && !is_known && self.autoplay.is_none();
        is_wanted.then(|| (ThoughtGoal::Analysis, slides::slides(board, settings)))
    }

    /// Takes what was thought.
    pub(super) fn receive(&mut self, want: ThoughtGoal, thought: GameThought, now_ms: i64) {
        match (want, thought) {
            (ThoughtGoal::Puzzle | ThoughtGoal::Rating, thought) => {
                let is_stopped = matches!(thought, GameThought::Stopped);
                self.game.play_mut().receive(thought);
                self.is_resting |= is_stopped;
            }
            (ThoughtGoal::Hint, GameThought::Hint(column, bounds)) => {
                self.take_hint(column, bounds);
            }
            (ThoughtGoal::Hint, GameThought::Slide(Some(direction))) => {
                self.wanted = RequestedHint::Nothing;
                self.known.hint = Some(TableHint::Tiles(twenty48::hint(direction)));
            }
            // A hint that was stopped must not be asked for again in the next slice.
            (ThoughtGoal::Hint, _) => self.take_no_hint(),
            (ThoughtGoal::Analysis, GameThought::Slides(choices)) => {
                if let GameInPlay::Twenty48(game) = &self.game {
                    self.known.slides = Some((game.game().board(), choices));
                }
            }
            (ThoughtGoal::Line, GameThought::Line(line)) => {
                if let Some(position) = self.position() {
                    self.known.line = Some((position, line));
                }
            }
            (ThoughtGoal::Autoplay, GameThought::Slide(direction)) => {
                self.slide_by_itself(direction, now_ms);
            }
            (ThoughtGoal::Aside, GameThought::Games(tally)) => {
                if let Some(aside) = &mut self.aside {
                    aside.add(&tally);
                }
            }
            (ThoughtGoal::Reply | ThoughtGoal::Analysis, thought) => self.receive_in_mind(&thought),
            (ThoughtGoal::Line | ThoughtGoal::Autoplay | ThoughtGoal::Aside, _) => {
                self.is_resting = true;
            }
        }
    }

    /// The stones on the board, of the games that have some.
    pub(super) fn position(&self) -> Option<Position> {
        match &self.game {
            GameInPlay::ConnectFour(game) => Some(game.position()),
            GameInPlay::FourInARow(game) => Some(game.position()),
            _ => None,
        }
    }

    fn take_hint(&mut self, column: Column, bounds: ScoreBounds) {
        // What is only a judgement is thought about once more, longer.
        let is_final = bounds.exact().is_some() || self.wanted == RequestedHint::BetterHint;
        self.wanted = if is_final { RequestedHint::Nothing } else { RequestedHint::BetterHint };
        let hint = match &self.game {
            GameInPlay::ConnectFour(game) => super::stones::hint(&**game, column, bounds, is_final),
            GameInPlay::FourInARow(game) => super::stones::hint(&**game, column, bounds, is_final),
            _ => return,
        };
        self.known.hint = Some(TableHint::Stones(hint));
    }

    /// A hint was stopped: what is there stays.
    fn take_no_hint(&mut self) {
        self.wanted = RequestedHint::Nothing;
        if let Some(TableHint::Stones(hint)) = &mut self.known.hint {
            hint.is_final = true;
        }
    }

    fn receive_in_mind(&mut self, thought: &GameThought) {
        let Some(position) = self.position() else { return };
        let Some(answer) = self.mind.receive(thought, &position) else {
            self.is_resting = true;
            return;
        };
        if let engine_client::EngineAnswer::Reply(column) = answer
            && position.can_play(column)
        {
            let digit = match &self.game {
                GameInPlay::ConnectFour(_) => jetan_play::stones::ConnectFourPlay::digit(column),
                _ => jetan_play::stones::FourInARow::digit(column),
            };
            // The engine plays by the rules.
            let _ = self.make(&char::from(digit).to_string());
        }
    }

    fn slide_by_itself(&mut self, direction: Option<SlideDirection>, now_ms: i64) {
        let Some((per_second, _)) = self.autoplay else { return };
        let made = direction.map(|direction| self.make(&direction.letter().to_string()));
        let is_over = self.play().outcome().is_some();
        let goes_on = matches!(made, Some(Ok(()))) && !is_over;
        self.autoplay = goes_on.then(|| (per_second, now_ms + (1000.0 / per_second) as i64));
    }
}
