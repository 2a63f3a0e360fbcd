//! Learning what boards are worth, by playing: how the network that comes with the crate was made.
//!
//! Temporal differences of boards after a slide, TD(0) of afterstates after Szubert and Jaśkowski
//! (2014), with the rates of temporal coherence of Beal and Smith (1999): an entry whose errors
//! have had different signs learns slowly. The reward is the score, values begin at 0, and a game
//! is learned from its end backwards once it is over.
//! Games do not end at a target: a learner whose game ends with 2048 avoids making it.
//! Two of three games begin where an earlier one made its first 4096 or 8192, after Jaśkowski's
//! carousel (2017), because few new games come so far.

use crate::rng::Rng;

use super::board::{BoardSide, PackedBoard, SlideDirection, SpawnRule};
use super::network::{ENTRIES, LOOKUPS, Network, indexes};
use super::slides::SlideTables;

/// The tiles whose first boards later games begin with, as exponents.
const MILESTONES: [u32; 2] = [12, 13];

/// The most boards that are kept of each milestone.
const STARTS_MAX: usize = 2_000;

/// A learner: the same seed and number of games give the same network on every machine.
///
/// It takes about 100 megabytes.
#[derive(Debug, Clone)]
pub struct Learner {
    values: Box<[f32]>,
    coherence: Box<[ErrorCoherence]>,
    starts: [Vec<StartBoard>; MILESTONES.len()],
    path: Vec<LearnStep>,
    games: u64,
    moves: u64,
    rng: Rng,
}

/// The sums of an entry's errors, with their signs and without.
#[derive(Debug, Clone, Copy, Default)]
struct ErrorCoherence {
    signed: f32,
    absolute: f32,
}

impl ErrorCoherence {
    /// The share of an error to learn from: 1 while errors agree, near 0 when they only vary.
    fn rate(self) -> f32 {
        if self.absolute > 0.0 { self.signed.abs() / self.absolute } else { 1.0 }
    }
}

/// A board to begin a game with.
#[derive(Debug, Clone, Copy)]
struct StartBoard {
    cells: u64,
    spawn: SpawnRule,
    /// The number of milestones it has passed.
    passed: usize,
}

/// A slide of a game: the cells after it and what it scored.
#[derive(Debug, Clone, Copy)]
struct LearnStep {
    cells: u64,
    score: f32,
}

impl Learner {
    /// A learner that knows nothing.
    pub fn new(seed: u64) -> Self {
        Self {
            values: vec![0.0; ENTRIES].into_boxed_slice(),
            coherence: vec![ErrorCoherence::default(); ENTRIES].into_boxed_slice(),
            starts: Default::default(),
            path: Vec::new(),
            games: 0,
            moves: 0,
            rng: Rng::new(seed),
        }
    }

    /// Plays a game to its end and learns from it; returns its largest tile if it was a new one,
    /// and not one that began with an earlier game's board.
    pub fn play(&mut self) -> Option<u32> {
        let start = self.start();
        let largest = self.follow(start);
        self.learn();
        self.games += 1;
        self.moves += self.path.len() as u64;
        (start.passed == 0).then_some(1 << largest)
    }

    /// The number of slides in all games so far.
    pub fn moves(&self) -> u64 {
        self.moves
    }

    /// The number of games, those that began with an earlier board included.
    pub fn games(&self) -> u64 {
        self.games
    }

    /// The values learned so far.
    pub fn network(&self) -> Network {
        Network::rounded(&self.values)
    }

    /// The board that the next game begins with: a new one, or one of each milestone in turn.
    ///
    /// Both spawn rules get as many new games.
    fn start(&mut self) -> StartBoard {
        let kinds = MILESTONES.len() as u64 + 1;
        let kind = (self.games % kinds) as usize;
        if kind > 0
            && let starts = &self.starts[kind - 1]
            && !starts.is_empty()
        {
            return starts[self.rng.below(starts.len() as u32) as usize];
        }
        let is_course = (self.games / kinds).is_multiple_of(2);
        let spawn = if is_course { SpawnRule::COURSE } else { SpawnRule::ORIGINAL };
        let mut board = PackedBoard::empty(BoardSide::Four);
        board.add_random_tile(spawn, &mut self.rng);
        board.add_random_tile(spawn, &mut self.rng);
        StartBoard { cells: board.cells(), spawn, passed: 0 }
    }

    /// Plays the best-looking moves from a board to the end of the game; returns the exponent of
    /// its largest tile.
    fn follow(&mut self, start: StartBoard) -> u32 {
        self.path.clear();
        let StartBoard { mut cells, spawn, mut passed } = start;
        let mut largest = largest(cells);
        while let Some(step) = self.best(cells) {
            self.path.push(step);
            let mut board = PackedBoard::from_cells(step.cells, BoardSide::Four);
            board.add_random_tile(spawn, &mut self.rng);
            cells = board.cells();
            largest = self::largest(cells);
            if MILESTONES.get(passed).is_some_and(|&milestone| largest >= milestone) {
                passed += 1;
                self.keep(StartBoard { cells, spawn, passed });
            }
        }
        largest
    }

    /// Keeps the board of a milestone, in place of a random one if there are enough.
    fn keep(&mut self, start: StartBoard) {
        let starts = &mut self.starts[start.passed - 1];
        if starts.len() < STARTS_MAX {
            starts.push(start);
        } else {
            starts[self.rng.below(STARTS_MAX as u32) as usize] = start;
        }
    }

    /// The slide with the largest sum of its score and what is expected after it; `None` at the
    /// end of the game.
    fn best(&self, cells: u64) -> Option<LearnStep> {
        let slides = SlideTables::tables();
        let mut best: Option<(f32, LearnStep)> = None;
        for direction in SlideDirection::ALL {
            let slid = slides.slide(cells, 0, direction);
            if slid == cells {
                continue;
            }
            let score = slides.score(cells, direction) as f32;
            let value = score + self.value(slid);
            if best.is_none_or(|(best, _)| value > best) {
                best = Some((value, LearnStep { cells: slid, score }));
            }
        }
        best.map(|(_, step)| step)
    }

    /// Learns from the last game, from its end backwards: each board is to be worth what the next
    /// slide scored and what the board after that is now worth.
    fn learn(&mut self) {
        let mut target = 0.0;
        for step in (0..self.path.len()).rev() {
            let LearnStep { cells, score } = self.path[step];
            let error = target - self.value(cells);
            for index in indexes(cells) {
                let coherence = &mut self.coherence[index];
                // The rate comes from earlier errors; this one counts from the next time on.
                self.values[index] += coherence.rate() * error / LOOKUPS as f32;
                coherence.signed += error;
                coherence.absolute += error.abs();
            }
            target = score + self.value(cells);
        }
    }

    fn value(&self, cells: u64) -> f32 {
        let mut sum = 0.0;
        for index in indexes(cells) {
            sum += self.values[index];
        }
        sum
    }
}

/// The exponent of the largest tile.
fn largest(cells: u64) -> u32 {
    (0..16).map(|cell| (cells >> (4 * cell) & 15) as u32).max().unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::checksum::checksum;
    use crate::twenty48::network::NetworkPrecision;

    #[test]
    fn a_seed_gives_the_same_network_everywhere() {
        let train = |seed| {
            let mut learner = Learner::new(seed);
            let largest: Vec<u32> = (0..60).filter_map(|_| learner.play()).collect();
            assert_eq!(largest.len(), 60, "nothing comes as far as a milestone so soon");
            (learner.moves(), checksum(&learner.network().to_bytes(NetworkPrecision::FULL)))
        };
        assert_eq!(train(1), (9_229, 7_227_375_013_027_027_919));
        assert_ne!(train(2), train(1));
    }

    #[test]
    fn games_of_a_learner_become_longer() {
        let mut learner = Learner::new(1);
        let mut moves = |games| {
            let before = learner.moves();
            for _ in 0..games {
                learner.play();
            }
            learner.moves() - before
        };
        let first = moves(200);
        moves(600);
        let last = moves(200);
        assert!(last > first * 3 / 2, "{first} {last}");
    }

    #[test]
    fn later_games_begin_with_boards_of_earlier_ones() {
        let mut learner = Learner::new(1);
        let start = StartBoard { cells: 0xc1, spawn: SpawnRule::ORIGINAL, passed: 1 };
        learner.keep(start);
        let passed: Vec<usize> = (0..6)
            .map(|games| {
                learner.games = games;
                learner.start().passed
            })
            .collect();
        assert_eq!(passed, [0, 1, 0, 0, 1, 0]);
        for _ in 0..2 * STARTS_MAX {
            learner.keep(start);
        }
        assert_eq!(learner.starts[0].len(), STARTS_MAX);
    }
}
