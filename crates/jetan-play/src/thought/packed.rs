//! Questions and thoughts as bytes, for a host whose engines work in another process or worker.
//!
//! Both ends are one build, so the form has no version. All numbers are little endian; values of
//! an enumeration are their place in its `ALL`.

use jetan_games::connect4::position::COLUMNS;
use jetan_games::connect4::{
    BestLine, Column, OpponentLevel, Position, PositionAnalysis, Score, ScoreBounds,
};
use jetan_games::sudoku::generate::{ClueSymmetry, PuzzleRequest, SudokuPuzzle};
use jetan_games::sudoku::logic::{Difficulty, PathRating, Technique};
use jetan_games::sudoku::{GridSize, SudokuGrid};
use jetan_games::twenty48::{BoardSide, PackedBoard, RankedMove, SlideDirection, SpawnRule};

use super::{GameQuestion, GameThought};
use crate::twenty48::SeriesTally;

/// The place of a value that is not there.
const NONE: u8 = u8::MAX;

impl GameQuestion {
    /// The question as bytes, which [`GameQuestion::from_bytes`] reads again.
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut to = ByteWriter::default();
        match self {
            GameQuestion::Reply { position, level, seed } => {
                to.byte(0).position(position).place(&OpponentLevel::ALL, level).number(*seed)
            }
            GameQuestion::Columns { position, looks } => {
                to.byte(1).position(position).number(u64::from(*looks))
            }
            GameQuestion::Hint { position, seed, is_thorough } => {
                to.byte(2).position(position).number(*seed).byte(u8::from(*is_thorough))
            }
            GameQuestion::Line(position) => to.byte(3).position(position),
            GameQuestion::Slide { board, spawn, nodes } => {
                to.byte(4).board(*board).spawn(*spawn).number(*nodes)
            }
            GameQuestion::Slides { board, spawn } => to.byte(5).board(*board).spawn(*spawn),
            GameQuestion::Games { spawn, seed, first, games } => {
                let to = to.byte(6).spawn(*spawn).number(*seed);
                to.number(u64::from(*first)).number(u64::from(*games))
            }
            GameQuestion::MakeSudoku(PuzzleRequest { size, difficulty, symmetry, seed }) => {
                let to = to.byte(7).place(&GridSize::ALL, size);
                let to = to.optional_place(&Difficulty::ALL, difficulty.as_ref());
                to.place(&ClueSymmetry::ALL, symmetry).number(*seed)
            }
            GameQuestion::RateSudoku(grid) => to.byte(8).grid(grid),
        };
        to.bytes
    }

    /// The question of these bytes; `None` if they do not hold exactly one.
    pub fn from_bytes(bytes: &[u8]) -> Option<GameQuestion> {
        let mut from = ByteReader { rest: bytes };
        let question = match from.byte()? {
            0 => GameQuestion::Reply {
                position: from.position()?,
                level: from.place(&OpponentLevel::ALL)?,
                seed: from.number()?,
            },
            1 => GameQuestion::Columns { position: from.position()?, looks: from.small()? },
            2 => GameQuestion::Hint {
                position: from.position()?,
                seed: from.number()?,
                is_thorough: from.flag()?,
            },
            3 => GameQuestion::Line(from.position()?),
            4 => GameQuestion::Slide {
                board: from.board()?,
                spawn: from.spawn()?,
                nodes: from.number()?,
            },
            5 => GameQuestion::Slides { board: from.board()?, spawn: from.spawn()? },
            6 => GameQuestion::Games {
                spawn: from.spawn()?,
                seed: from.number()?,
                first: from.small()?,
                games: from.small()?,
            },
            7 => GameQuestion::MakeSudoku(PuzzleRequest {
                size: from.place(&GridSize::ALL)?,
                difficulty: from.optional_place(&Difficulty::ALL).ok()?,
                symmetry: from.place(&ClueSymmetry::ALL)?,
                seed: from.number()?,
            }),
            8 => GameQuestion::RateSudoku(from.grid()?),
            _ => return None,
        };
        from.rest.is_empty().then_some(question)
    }
}

impl GameThought {
    /// The thought as bytes, which [`GameThought::from_bytes`] reads again.
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut to = ByteWriter::default();
        match self {
            GameThought::Column(column) => to.byte(0).place(&Column::ALL, column),
            GameThought::Columns(position, PositionAnalysis { columns }) => {
                let to = to.byte(1).position(position);
                columns.iter().fold(to, |to, bounds| match bounds {
                    Some(bounds) => to.byte(1).bounds(*bounds),
                    None => to.byte(0),
                })
            }
            GameThought::Hint(column, bounds) => {
                to.byte(2).place(&Column::ALL, column).bounds(*bounds)
            }
            GameThought::Line(BestLine { moves, is_complete }) => {
                let to = to.byte(3).byte(u8::from(*is_complete)).number(moves.len() as u64);
                moves.iter().fold(to, |to, column| to.place(&Column::ALL, column))
            }
            GameThought::Slide(direction) => {
                to.byte(4).optional_place(&SlideDirection::ALL, direction.as_ref())
            }
            GameThought::Slides(moves) => {
                let to = to.byte(5).number(moves.len() as u64);
                moves.iter().fold(to, |to, RankedMove { direction, value, depth }| {
                    let to = to.place(&SlideDirection::ALL, direction);
                    to.number(u64::from(value.to_bits())).number(u64::from(*depth))
                })
            }
            GameThought::Games(SeriesTally { games, moves, tiles, best }) => {
                let to = to.byte(6).number(u64::from(*games)).number(*moves).number(*best);
                tiles.iter().fold(to, |to, tile| to.number(u64::from(*tile)))
            }
            GameThought::Sudoku(puzzle) => {
                let SudokuPuzzle { grid, solution, rating, is_wanted, is_minimal } = &**puzzle;
                let to = to.byte(7).grid(grid).grid(solution);
                let to = to.optional_place(&Technique::ALL, rating.hardest.as_ref());
                let to = to.number(u64::from(rating.effort));
                to.byte(u8::from(*is_wanted)).byte(u8::from(*is_minimal))
            }
            GameThought::Stopped => to.byte(8),
        };
        to.bytes
    }

    /// The thought of these bytes; `None` if they do not hold exactly one.
    pub fn from_bytes(bytes: &[u8]) -> Option<GameThought> {
        let mut from = ByteReader { rest: bytes };
        let thought = match from.byte()? {
            0 => GameThought::Column(from.place(&Column::ALL)?),
            1 => {
                let position = from.position()?;
                let mut columns = [None; COLUMNS];
                for column in &mut columns {
                    *column = if from.flag()? { Some(from.bounds()?) } else { None };
                }
                GameThought::Columns(position, PositionAnalysis { columns })
            }
            2 => GameThought::Hint(from.place(&Column::ALL)?, from.bounds()?),
            3 => {
                let is_complete = from.flag()?;
                let moves = from.list(|from| from.place(&Column::ALL))?;
                GameThought::Line(BestLine { moves, is_complete })
            }
            4 => GameThought::Slide(from.optional_place(&SlideDirection::ALL).ok()?),
            5 => GameThought::Slides(from.list(|from| {
                Some(RankedMove {
                    direction: from.place(&SlideDirection::ALL)?,
                    value: f32::from_bits(from.small()?),
                    depth: from.small()?,
                })
            })?),
            6 => {
                let (games, moves, best) = (from.small()?, from.number()?, from.number()?);
                let mut tally = SeriesTally { games, moves, best, ..SeriesTally::default() };
                for tile in &mut tally.tiles {
                    *tile = from.small()?;
                }
                GameThought::Games(tally)
            }
            7 => GameThought::Sudoku(Box::new(SudokuPuzzle {
                grid: from.grid()?,
                solution: from.grid()?,
                rating: PathRating {
                    hardest: from.optional_place(&Technique::ALL).ok()?,
                    effort: from.small()?,
                },
                is_wanted: from.flag()?,
                is_minimal: from.flag()?,
            })),
            8 => GameThought::Stopped,
            _ => return None,
        };
        from.rest.is_empty().then_some(thought)
    }
}

/// Bytes that grow by one value after the other.
#[derive(Default)]
struct ByteWriter {
    bytes: Vec<u8>,
}

impl ByteWriter {
    fn byte(&mut self, byte: u8) -> &mut Self {
        self.bytes.push(byte);
        self
    }

    fn number(&mut self, number: u64) -> &mut Self {
        self.bytes.extend(number.to_le_bytes());
        self
    }

    fn place<T: PartialEq>(&mut self, all: &[T], value: &T) -> &mut Self {
        self.optional_place(all, Some(value))
    }

    fn optional_place<T: PartialEq>(&mut self, all: &[T], value: Option<&T>) -> &mut Self {
        let place = all.iter().position(|one| Some(one) == value);
        self.byte(place.map_or(NONE, |place| place as u8))
    }

    fn position(&mut self, position: &Position) -> &mut Self {
        self.number(position.key())
    }

    fn bounds(&mut self, bounds: ScoreBounds) -> &mut Self {
        // Scores lie between -21 and 21; `as` keeps their two's complement.
        self.byte(bounds.lower.value() as u8).byte(bounds.upper.value() as u8)
    }

    fn spawn(&mut self, spawn: SpawnRule) -> &mut Self {
        self.byte(spawn.percent_of_fours() as u8)
    }

    fn board(&mut self, board: PackedBoard) -> &mut Self {
        self.byte(board.side() as u8).number(board.to_bits())
    }

    fn grid(&mut self, grid: &SudokuGrid) -> &mut Self {
        self.place(&GridSize::ALL, &grid.size());
        self.bytes.extend(grid.cells());
        self
    }
}

/// The error that bytes are not a value of ours.
struct DamagedBytes;

/// The bytes that were not read yet.
struct ByteReader<'b> {
    rest: &'b [u8],
}

impl ByteReader<'_> {
    fn byte(&mut self) -> Option<u8> {
        let (first, rest) = self.rest.split_first()?;
        self.rest = rest;
        Some(*first)
    }

    fn number(&mut self) -> Option<u64> {
        let (first, rest) = self.rest.split_first_chunk()?;
        self.rest = rest;
        Some(u64::from_le_bytes(*first))
    }

    fn small(&mut self) -> Option<u32> {
        u32::try_from(self.number()?).ok()
    }

    fn flag(&mut self) -> Option<bool> {
        match self.byte()? {
            0 => Some(false),
            1 => Some(true),
            _ => None,
        }
    }

    fn list<T>(&mut self, mut read: impl FnMut(&mut Self) -> Option<T>) -> Option<Vec<T>> {
        let length = self.number()?;
        // Every entry has a byte at least, so a wrong length ends with the bytes.
        (0..length).map(|_| read(self)).collect()
    }

    fn place<T: Copy>(&mut self, all: &[T]) -> Option<T> {
        all.get(usize::from(self.byte()?)).copied()
    }

    fn optional_place<T: Copy>(&mut self, all: &[T]) -> Result<Option<T>, DamagedBytes> {
        match self.byte().ok_or(DamagedBytes)? {
            NONE => Ok(None),
            place => all.get(usize::from(place)).copied().map(Some).ok_or(DamagedBytes),
        }
    }

    fn position(&mut self) -> Option<Position> {
        Position::from_key(self.number()?)
    }

    fn score(&mut self) -> Option<Score> {
        let value = i32::from(self.byte()?.cast_signed());
        // Bounds of a position that nobody has looked at are beyond every score.
        let bounds = [Score::MOST, -Score::MOST].into_iter();
        bounds.chain(Score::from_value(value)).find(|score| score.value() == value)
    }

    fn bounds(&mut self) -> Option<ScoreBounds> {
        Some(ScoreBounds { lower: self.score()?, upper: self.score()? })
    }

    fn spawn(&mut self) -> Option<SpawnRule> {
        SpawnRule::with_percent_of_fours(u32::from(self.byte()?))
    }

    fn board(&mut self) -> Option<PackedBoard> {
        let side = BoardSide::new(usize::from(self.byte()?))?;
        PackedBoard::from_bits(side, self.number()?)
    }

    fn grid(&mut self) -> Option<SudokuGrid> {
        let size = self.place(&GridSize::ALL)?;
        let (cells, rest) = self.rest.split_at_checked(size.cells())?;
        self.rest = rest;
        SudokuGrid::from_cells(size, cells).ok()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn position(moves: &str) -> Position {
        let columns = moves.chars().filter_map(|c| Column::from_number(c.to_digit(10)? as usize));
        columns.fold(Position::default(), |position, column| {
            position.play(column).expect("there is room")
        })
    }

    fn board() -> PackedBoard {
        PackedBoard::from_bits(BoardSide::Three, 0x0021_0f00_0103).expect("it is on the board")
    }

    fn questions() -> Vec<GameQuestion> {
        let position = position("44435261");
        let (spawn, seed) = (SpawnRule::COURSE, u64::MAX - 3);
        let grid = SudokuGrid::from_cells(
            GridSize::Four,
            &[0, 1, 2, 3, 4, 3, 2, 1, 0, 0, 0, 0, 1, 2, 3, 4],
        );
        let request = |difficulty| PuzzleRequest {
            size: GridSize::Nine,
            difficulty,
            symmetry: ClueSymmetry::Mirror,
            seed,
        };
        vec![
            GameQuestion::Reply { position, level: OpponentLevel::Hard, seed },
            GameQuestion::Columns { position, looks: 7 },
            GameQuestion::Hint { position, seed, is_thorough: true },
            GameQuestion::Line(position),
            GameQuestion::Slide { board: board(), spawn, nodes: 1 << 40 },
            GameQuestion::Slides { board: board(), spawn: SpawnRule::ORIGINAL },
            GameQuestion::Games { spawn, seed, first: 2, games: 3 },
            GameQuestion::MakeSudoku(request(None)),
            GameQuestion::MakeSudoku(request(Some(Difficulty::Expert))),
            GameQuestion::RateSudoku(grid.expect("the digits fit")),
        ]
    }

    fn thoughts() -> Vec<GameThought> {
        let bounds = ScoreBounds { lower: -Score::MOST, upper: Score::MOST };
        let mut columns = [Some(bounds); COLUMNS];
        columns[2] = None;
        columns[3] = Score::from_value(-18).map(ScoreBounds::exactly);
        let ranked = RankedMove { direction: SlideDirection::Up, value: -1.5, depth: 9 };
        let mut tally = SeriesTally { games: 4, moves: 1 << 33, best: 5, ..SeriesTally::default() };
        tally.tiles[11] = 3;
        let grid = SudokuGrid::empty(GridSize::Sixteen);
        let rating = PathRating { hardest: Technique::ALL.last().copied(), effort: 12 };
        let solution = SudokuGrid::empty(GridSize::Four);
        let puzzle = SudokuPuzzle { grid, solution, rating, is_wanted: true, is_minimal: false };
        let moves = vec![Column::ALL[6], Column::ALL[0]];
        vec![
            GameThought::Column(Column::ALL[5]),
            GameThought::Columns(position("12"), PositionAnalysis { columns }),
            GameThought::Hint(Column::ALL[1], bounds),
            GameThought::Line(BestLine { moves, is_complete: true }),
            GameThought::Slide(None),
            GameThought::Slide(Some(SlideDirection::Down)),
            GameThought::Slides(vec![ranked, ranked]),
            GameThought::Games(tally),
            GameThought::Sudoku(Box::new(puzzle)),
            GameThought::Stopped,
        ]
    }

    /// Whether every form comes back as it was, and nothing else is read.
    fn check<T: std::fmt::Debug>(value: &T, bytes: &[u8], read: fn(&[u8]) -> Option<T>) {
        assert_eq!(format!("{:?}", read(bytes)), format!("{:?}", Some(value)));
        for end in 0..bytes.len() {
            assert!(read(&bytes[..end]).is_none(), "{value:?}, {end} bytes");
        }
        assert!(read(&[bytes, &[0]].concat()).is_none(), "{value:?}, a byte too many");
    }

    #[test]
    fn questions_and_thoughts_come_back_as_they_were() {
        for question in questions() {
            check(&question, &question.to_bytes(), GameQuestion::from_bytes);
        }
        for thought in thoughts() {
            check(&thought, &thought.to_bytes(), GameThought::from_bytes);
        }
    }

    #[test]
    fn damaged_bytes_are_refused_and_never_a_panic() {
        for bytes in questions().iter().map(GameQuestion::to_bytes) {
            for at in 0..bytes.len() {
                let mut damaged = bytes.clone();
                damaged[at] ^= 0xff;
                // A changed seed is a question as good as any other; it must only be whole.
                if let Some(question) = GameQuestion::from_bytes(&damaged) {
                    assert_eq!(question.to_bytes(), damaged);
                }
            }
        }
        assert!(GameThought::from_bytes(&[5, 255, 255, 255, 255, 255, 255, 255, 255]).is_none());
    }
}
