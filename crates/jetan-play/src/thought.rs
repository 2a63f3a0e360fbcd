//! Thinking that may take long: the game asks, whoever hosts it answers beside everything else, the
//! game receives. A question is data: it can be kept, sent to another thread or another process,
//! and answered there.

mod packed;

use jetan_games::connect4::{
    BestLine, Column, OpponentLevel, Position, PositionAnalysis, ScoreBounds,
};
use jetan_games::sudoku::SudokuGrid;
use jetan_games::sudoku::generate::{PuzzleRequest, SudokuPuzzle};
use jetan_games::twenty48::{PackedBoard, RankedMove, SlideDirection, SpawnRule};

use crate::stones::engine_client;
use crate::twenty48::SeriesTally;
use crate::{sudoku, twenty48};

/// A question about a game.
#[derive(Clone, Debug)]
pub enum GameQuestion {
    /// The column that an opponent of a strength plays.
    Reply {
        /// The position it plays in.
        position: Position,
        /// The strength.
        level: OpponentLevel,
        /// The seed of its random choices.
        seed: u64,
    },
    /// The worth of every column, as far as it is found out with so many looks.
    Columns {
        /// The position that is looked at.
        position: Position,
        /// The calls of `should_stop` that it may take; each stands for about 1,000 positions.
        looks: u32,
    },
    /// One good column.
    Hint {
        /// The position that is looked at.
        position: Position,
        /// The seed of random choices, should there be any.
        seed: u64,
        /// Whether it may take its time.
        is_thorough: bool,
    },
    /// The rest of a game of stones if both sides play best.
    Line(Position),
    /// The best slide on a board.
    Slide {
        /// The board that is looked at.
        board: PackedBoard,
        /// The probabilities of new tiles.
        spawn: SpawnRule,
        /// About how many positions are looked at.
        nodes: u64,
    },
    /// The worth of every slide on a board.
    Slides {
        /// The board that is looked at.
        board: PackedBoard,
        /// The probabilities of new tiles.
        spawn: SpawnRule,
    },
    /// The results of some games of 2048 that the engine plays, each with its own seed.
    Games {
        /// The probabilities of new tiles.
        spawn: SpawnRule,
        /// The seed of the series.
        seed: u64,
        /// The number of the first one in the series.
        first: u32,
        /// The number of games.
        games: u32,
    },
    /// A new Sudoku.
    MakeSudoku(PuzzleRequest),
    /// The difficulty of a Sudoku that was not made here.
    RateSudoku(SudokuGrid),
}

impl GameQuestion {
    /// Whether the answer is better with the network of 2048, where that has to be provided.
    pub fn wants_network(&self) -> bool {
        use GameQuestion::{Games, Slide, Slides};
        matches!(self, Slide { .. } | Slides { .. } | Games { .. })
    }

    /// Works out the answer. `should_stop` is called often; how often makes no difference to the
    /// answer as long as it returns false.
    pub fn answer(self, should_stop: &mut dyn FnMut() -> bool) -> GameThought {
        match self {
            GameQuestion::Reply { position, level, seed } => {
                engine_client::answer_reply(level, &position, seed, should_stop)
            }
            GameQuestion::Columns { position, looks } => {
                engine_client::answer_columns(&position, looks, should_stop)
            }
            GameQuestion::Hint { position, seed, is_thorough } => {
                engine_client::answer_hint(&position, seed, is_thorough, should_stop)
            }
            GameQuestion::Line(position) => engine_client::answer_line(&position, should_stop),
            GameQuestion::Slide { board, spawn, nodes } => {
                twenty48::answer_slide(board, spawn, nodes, should_stop)
            }
            GameQuestion::Slides { board, spawn } => {
                twenty48::answer_slides(board, spawn, should_stop)
            }
            GameQuestion::Games { spawn, seed, first, games } => {
                twenty48::answer_games((spawn, seed), first, games, should_stop)
            }
            GameQuestion::MakeSudoku(request) => sudoku::answer_make(&request, should_stop),
            GameQuestion::RateSudoku(grid) => sudoku::answer_rating(grid, should_stop),
        }
    }
}

/// The result of an engine task.
#[derive(Clone, Debug)]
pub enum GameThought {
    /// The column an opponent plays, or a hint names.
    Column(Column),
    /// The worth of every column of a position.
    Columns(Position, PositionAnalysis),
    /// A good column, and what is known of it.
    Hint(Column, ScoreBounds),
    /// The course of a game of stones if both sides play best.
    Line(BestLine),
    /// The best slide; none if no slide is possible.
    Slide(Option<SlideDirection>),
    /// The worth of every slide that is possible.
    Slides(Vec<RankedMove>),
    /// Games of 2048 that the engine played by itself.
    Games(SeriesTally),
    /// A new Sudoku.
    Sudoku(Box<SudokuPuzzle>),
    /// It was stopped before there was an answer.
    Stopped,
}
