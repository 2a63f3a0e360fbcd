//! 2048 as it is played: slides, taking back, going on after the target, and the best move.

mod shift;

use jetan_games::GameTitle;
use jetan_games::rng::Rng;
use jetan_games::search::SearchBudget;
use jetan_games::twenty48::{
    self as rules, BoardSide, ExpectimaxPlayer, PackedBoard, SearchEffort, SlideDirection,
    SlideStatus, SpawnRule,
};

use crate::game::{BadMove, BestScore, GameOutcome, PlayableGame};
use crate::settings::{BadSettings, PlaySettings};
use crate::thought::{GameQuestion, GameThought};
use crate::words::{counted, grouped};

pub use shift::{BoardShift, TileCell, TileGlide, tile_cells};

/// The recorded move that goes on after the target.
pub const GO_ON: &str = "on";
/// The recorded move that takes one back.
pub const UNDO: &str = "undo";
/// Recorded so that a game with hints does not count as one without.
pub const HINT: &str = "hint";

/// The target, if none was agreed.
const TARGET: u32 = 2048;

/// The most positions a hint may cost: a good move in some hundredths of a second.
const HINT_NODES: u64 = 100_000;

/// A game of 2048.
#[derive(Clone, Debug)]
pub struct Twenty48Play {
    settings: PlaySettings,
    game: rules::SlideGame,
    /// The game before each slide and each going on.
    history: Vec<rules::SlideGame>,
    moves: Vec<String>,
    /// Whether anything happened that makes the score incomparable.
    has_help: bool,
}

impl Twenty48Play {
    /// A new game, from the board in `settings.puzzle` if there is one.
    pub fn new(settings: PlaySettings) -> Result<Twenty48Play, BadSettings> {
        let target = settings.target.unwrap_or(TARGET);
        let slide_settings = rules::SlideSettings::new(BoardSide::Four, target, settings.spawn)
            .map_err(|error| BadSettings(error.to_string()))?;
        let board = settings.puzzle.as_deref().map(str::parse::<PackedBoard>).transpose();
        let board =
            board.map_err(|error| BadSettings(format!("the board cannot be played: {error}")))?;
        let game = match board {
            Some(board) => rules::SlideGame::from_board(slide_settings, board, settings.seed),
            None => rules::SlideGame::new(slide_settings, settings.seed),
        };
        Ok(Twenty48Play { game, settings, history: Vec::new(), moves: Vec::new(), has_help: false })
    }

    /// The rules and the board.
    pub fn game(&self) -> &rules::SlideGame {
        &self.game
    }

    /// Whether there is a move to take back.
    pub fn can_undo(&self) -> bool {
        !self.history.is_empty()
    }

    /// Slides; the game before it if anything happened.
    pub fn slide(&mut self, direction: SlideDirection) -> Option<&rules::SlideGame> {
        // Cloned before it is known whether anything moves: a game is small, and the board alone
        // would not bring its random tiles back.
        let before = self.game.clone();
        if !self.game.slide(direction) {
            return None;
        }
        self.moves.push(direction.letter().to_string());
        self.history.push(before);
        self.history.last()
    }

    /// Goes on after the target; the game before it if it was reached.
    pub fn go_on(&mut self) -> Option<&rules::SlideGame> {
        if self.game.status() != SlideStatus::Won {
            return None;
        }
        let before = self.game.clone();
        self.game.play_on();
        self.moves.push(GO_ON.to_owned());
        self.history.push(before);
        self.history.last()
    }

    /// Takes a move back; such a game does not count.
    pub fn undo(&mut self) -> bool {
        let Some(before) = self.history.pop() else { return false };
        self.game = before;
        self.has_help = true;
        self.moves.push(UNDO.to_owned());
        true
    }

    /// Notes that a hint was looked at; such a game does not count.
    pub fn note_hint(&mut self) {
        self.has_help = true;
        self.moves.push(HINT.to_owned());
    }

    /// Takes over the tiles of another game, which come from another seed; such a game cannot be
    /// played again from its record.
    pub fn take_board(&mut self, board: PackedBoard) {
        self.game.take_board(board);
        self.has_help = true;
    }

    /// Whether the score can still be compared with others.
    pub fn play_counts(&self) -> bool {
        !self.has_help
    }

    /// Thinking about the best move.
    pub fn best_move(&self) -> GameQuestion {
        best_move(self.game.board(), &self.settings, HINT_NODES)
    }
}

/// Thinking about the best move on a board, by looking at about so many positions.
pub fn best_move(board: PackedBoard, settings: &PlaySettings, nodes: u64) -> GameQuestion {
    GameQuestion::Slide { board, spawn: settings.spawn, nodes }
}

pub(crate) fn answer_slide(
    board: PackedBoard,
    spawn: SpawnRule,
    nodes: u64,
    should_stop: &mut dyn FnMut() -> bool,
) -> GameThought {
    // Two bounds: the nodes make the answer the same everywhere, the budget lets a caller give up.
    // A move found so far is better than none, and it is not part of the record.
    let effort = SearchEffort { nodes, ..SearchEffort::FULL };
    let mut budget = SearchBudget::until(should_stop);
    let best = ExpectimaxPlayer::new(effort).best(&board, &spawn, &mut budget);
    GameThought::Slide(best.map(|choice| choice.direction))
}

/// Thinking about what every slide on a board is worth.
pub fn slides(board: PackedBoard, settings: &PlaySettings) -> GameQuestion {
    GameQuestion::Slides { board, spawn: settings.spawn }
}

pub(crate) fn answer_slides(
    board: PackedBoard,
    spawn: SpawnRule,
    should_stop: &mut dyn FnMut() -> bool,
) -> GameThought {
    let effort = SearchEffort { nodes: HINT_NODES / 2, ..SearchEffort::FULL };
    let mut budget = SearchBudget::until(should_stop);
    GameThought::Slides(ExpectimaxPlayer::new(effort).rate(&board, &spawn, &mut budget))
}

/// The results of games that the engine played by itself.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SeriesTally {
    /// The number of games played to their end.
    pub games: u32,
    /// Slides in all of them.
    pub moves: u64,
    /// The number of games by the exponent of two of their largest tile.
    pub tiles: [u32; rules::EXPONENT_MAX as usize + 1],
    /// The largest sum of merges.
    pub best: u64,
}

impl SeriesTally {
    /// Takes over what another one has.
    pub fn add(&mut self, other: &SeriesTally) {
        self.games += other.games;
        self.moves += other.moves;
        self.best = self.best.max(other.best);
        for (tile, more) in self.tiles.iter_mut().zip(other.tiles) {
            *tile += more;
        }
    }
}

/// Playing some games, beginning with this number of a series; each has its own seed. One that
/// is stopped counts only what was played to the end.
pub fn games(settings: &PlaySettings, first: u32, games: u32) -> GameQuestion {
    GameQuestion::Games { spawn: settings.spawn, seed: settings.seed, first, games }
}

pub(crate) fn answer_games(
    (spawn, seed): (SpawnRule, u64),
    first: u32,
    games: u32,
    should_stop: &mut dyn FnMut() -> bool,
) -> GameThought {
    let mut tally = SeriesTally::default();
    // The largest target is never reached, so every game is played to its end.
    let agreed = rules::SlideSettings::new(BoardSide::Four, *rules::TARGETS.end(), spawn);
    let (Ok(agreed), mut searcher) = (agreed, ExpectimaxPlayer::new(SearchEffort::QUICK)) else {
        return GameThought::Stopped;
    };
    for number in first..first.saturating_add(games) {
        // Each game has its own seed, so that a series can be divided between threads and adds up
        // to the same.
        let seed = Rng::new(seed ^ (u64::from(number) << 32)).next_u64();
        let mut game = rules::SlideGame::new(agreed, seed);
        while game.status() == SlideStatus::Playing {
            // 64 moves of at most 500 positions each are a few milliseconds.
            if game.moves().is_multiple_of(64) && should_stop() {
                return GameThought::Games(tally);
            }
            // The effort bounds the search; stopping within a move would make the game depend on
            // time.
            let best = searcher.best(&game.board(), &spawn, &mut SearchBudget::unlimited());
            let Some(best) = best else { break };
            game.slide(best.direction);
        }
        tally.games += 1;
        tally.moves += u64::from(game.moves());
        tally.best = tally.best.max(game.original_score());
        // A game has at least one tile, so there is a logarithm.
        tally.tiles[game.course_score().ilog2().min(rules::EXPONENT_MAX) as usize] += 1;
    }
    GameThought::Games(tally)
}

/// The name of a direction.
pub fn word_for(direction: SlideDirection) -> &'static str {
    match direction {
        SlideDirection::Left => "left",
        SlideDirection::Right => "right",
        SlideDirection::Up => "up",
        SlideDirection::Down => "down",
    }
}

impl PlayableGame for Twenty48Play {
    fn name(&self) -> GameTitle {
        GameTitle::Twenty48
    }

    fn settings(&self) -> &PlaySettings {
        &self.settings
    }

    fn moves(&self) -> &[String] {
        &self.moves
    }

    fn apply(&mut self, recorded: &str) -> Result<(), BadMove> {
        let bad = |why| Err(BadMove { recorded: recorded.to_owned(), why });
        let mut letters = recorded.chars();
        // Exactly one character: the first letter of `undo` is not a direction.
        let direction = match (letters.next(), letters.next()) {
            (Some(letter), None) => SlideDirection::from_letter(letter),
            _ => None,
        };
        let (did, why) = match (recorded, direction) {
            (_, Some(direction)) => (self.slide(direction).is_some(), "no tile can move that way"),
            (GO_ON, _) => (self.go_on().is_some(), "the target is not reached"),
            (UNDO, _) => (self.undo(), "there is nothing to take back"),
            (HINT, _) => {
                self.note_hint();
                (true, "")
            }
            _ => return bad("2048 has no such move"),
        };
        if did { Ok(()) } else { bad(why) }
    }

    fn progress(&self) -> String {
        counted(self.game.moves().into(), "move")
    }

    fn outcome(&self) -> Option<GameOutcome> {
        let (tile, moves) = (self.game.course_score(), self.game.moves());
        let words = match self.game.status() {
            SlideStatus::Playing => return None,
            SlideStatus::Won => format!("won: {tile} in {moves} moves"),
            // After going on, running out of moves is the end of a game that was won.
            SlideStatus::Lost if tile >= self.game.settings().target() => {
                format!("over after {moves} moves, with {tile}")
            }
            SlideStatus::Lost => format!("lost after {moves} moves, with {tile}"),
        };
        let value = self.game.original_score();
        let score = self.class().map(|class| BestScore {
            class,
            value,
            is_lower_better: false,
            shown: format!("{} by merging", grouped(value)),
        });
        Some(GameOutcome { words, score })
    }

    fn can_go_on(&self) -> bool {
        self.game.status() == SlideStatus::Won
    }

    fn class(&self) -> Option<String> {
        let target = self.game.settings().target();
        let twos = 100 - self.settings.fours_percent();
        // A board of the player's own may begin right before its target.
        let is_own_work = !self.has_help && self.settings.puzzle.is_none();
        is_own_work.then(|| format!("target {target}, {twos} % twos"))
    }
}
