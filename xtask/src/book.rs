//! `cargo xtask book`: computes the opening book of Connect Four with our own solver.
//!
//! A book is useful with any number of entries, so a run goes on from the one in the tree, adds
//! what is wanted most, and saves it once a minute: it can be stopped at any time.

use std::{
    fs,
    path::{Path, PathBuf},
    sync::{
        atomic::{AtomicUsize, Ordering},
        mpsc::{Receiver, RecvTimeoutError, Sender, channel},
    },
    thread,
    time::{Duration, Instant},
};

use anyhow::{Context, Result, ensure};
use jetan_games::{
    connect4::{
        ConnectFourSolver, OpeningBook, Position, Score,
        book::plan::{BookBatch, next_round},
        solver::TranspositionTable,
    },
    search::SearchBudget,
};

use crate::{
    root,
    step::{StepLog, cargo},
};

/// The path of the book that the library embeds.
const EMBEDDED: &str = "crates/jetan-games/src/connect4/book.bin";

/// The default number of threads.
pub const JOBS: usize = 2;

/// A run ends after so many minutes, unless told otherwise.
pub const MINUTES: u32 = 60;

/// Each thread has its own table: sharing one would cost more than it saves.
const TABLE_BYTES: usize = 512 << 20;

/// Neighbours in the list share most of their columns, so a thread takes several at a time.
const BATCH_POSITIONS: usize = 16;

const SAVE_EVERY: Duration = Duration::from_mins(1);

/// The options of the command.
#[derive(Debug, Clone)]
pub struct BookOptions {
    /// The number of threads.
    pub jobs: usize,
    /// Stop after so many minutes, and not before while anything is wanted; `None` stops after
    /// [`MINUTES`], or when all is known that playing perfectly needs.
    pub minutes: Option<u32>,
    /// The book to go on from and to write; the library's own when `None`.
    pub file: Option<PathBuf>,
}

/// Adds to the book what it wants most, as long as there is time.
pub fn run(steps: &mut StepLog, options: &BookOptions) -> Result<()> {
    // The chores run with every check on, which this one would pay for with another hour.
    if cfg!(debug_assertions) {
        return steps.command("opening book", &mut optimised(options));
    }
    let file = options.file.clone().unwrap_or_else(|| root().join(EMBEDDED));
    let minutes = options.minutes.unwrap_or(MINUTES);
    let mut work = BookWork {
        book: open(&file)?,
        file,
        saved: Instant::now(),
        deadline: Instant::now() + Duration::from_mins(u64::from(minutes)),
    };
    let new_solver = || ConnectFourSolver::with_table(TranspositionTable::with_bytes(TABLE_BYTES));
    let mut solvers: Vec<ConnectFourSolver> =
        (0..options.jobs.max(1)).map(|_| new_solver()).collect();
    while let Some(round) = next_round(&work.book) {
        let is_enough = options.minutes.is_none() && !round.stage.is_essential();
        if is_enough || work.is_late() {
            break;
        }
        // What is known of the positions before bounds the ones to solve.
        let informed = solvers.into_iter().map(|solver| solver.with_book(work.book.clone()));
        solvers = informed.collect();
        work.compute(steps, &round, &mut solvers)?;
    }
    work.save()?;
    let next = next_round(&work.book).map(|round| round.stage.to_string());
    let next = next.map_or_else(|| "it is complete".to_owned(), |stage| format!("next: {stage}"));
    steps.say(&format!("{}: {} positions; {next}", work.file.display(), work.book.len()));
    Ok(())
}

/// The same command in the release profile.
fn optimised(options: &BookOptions) -> std::process::Command {
    let BookOptions { jobs, minutes, file } = options;
    let mut command = cargo(&["run", "--quiet", "--release", "--package", "xtask", "--", "book"]);
    command.arg(format!("--jobs={jobs}"));
    if let Some(minutes) = minutes {
        command.arg(format!("--minutes={minutes}"));
    }
    if let Some(file) = file {
        command.arg("--file").arg(file);
    }
    command
}

/// The book an earlier run left, or an empty one.
fn open(file: &Path) -> Result<OpeningBook> {
    if !file.exists() {
        return Ok(OpeningBook::default());
    }
    let bytes = fs::read(file).with_context(|| format!("{}", file.display()))?;
    let book = OpeningBook::from_bytes(&bytes);
    book.with_context(|| format!("{}: remove it to begin again", file.display()))
}

/// A book under way.
struct BookWork {
    book: OpeningBook,
    file: PathBuf,
    saved: Instant,
    deadline: Instant,
}

impl BookWork {
    fn is_late(&self) -> bool {
        Instant::now() >= self.deadline
    }

    /// Solves the positions of a round, one thread for each solver, as far as time allows.
    fn compute(
        &mut self,
        steps: &StepLog,
        round: &BookBatch,
        solvers: &mut [ConnectFourSolver],
    ) -> Result<()> {
        let mut unsolved = Vec::new();
        for position in &round.positions {
            match self.book.score(position) {
                Some(score) => self.enter(position, score)?,
                None => unsolved.push(*position),
            }
        }
        if unsolved.is_empty() {
            return Ok(());
        }
        let next = AtomicUsize::new(0);
        let deadline = self.deadline;
        let (sender, receiver) = channel();
        thread::scope(|scope| {
            for solver in solvers {
                let (sender, unsolved, next) = (sender.clone(), &unsolved, &next);
                scope.spawn(move || solve_batches(solver, unsolved, next, deadline, &sender));
            }
            // Otherwise the channel would never be disconnected.
            drop(sender);
            self.collect(steps, round, unsolved.len(), &receiver)
        })
    }

    /// Enters the scores as they come, saves them now and then, and says how far it is.
    fn collect(
        &mut self,
        steps: &StepLog,
        round: &BookBatch,
        total: usize,
        receiver: &Receiver<(Position, Score)>,
    ) -> Result<()> {
        let start = Instant::now();
        let mut done = 0;
        loop {
            // Wakes up once a minute at least, since a hard position may take longer.
            let received = receiver.recv_timeout(SAVE_EVERY);
            if let Ok((position, score)) = &received {
                self.enter(position, *score)?;
                done += 1;
            }
            let is_over = received == Err(RecvTimeoutError::Disconnected);
            if is_over || self.saved.elapsed() >= SAVE_EVERY {
                self.save()?;
                steps.say(&format!("{}: {}", round.stage, progress(done, total, start.elapsed())));
            }
            if is_over {
                return Ok(());
            }
        }
    }

    fn enter(&mut self, position: &Position, score: Score) -> Result<()> {
        ensure!(self.book.insert(position, score), "the book is full");
        Ok(())
    }

    /// Writes beside the file first, so that a run stopped in between leaves the old one.
    fn save(&mut self) -> Result<()> {
        let partial = self.file.with_extension("partial");
        fs::write(&partial, self.book.to_bytes())
            .and_then(|()| fs::rename(&partial, &self.file))
            .with_context(|| format!("{}", self.file.display()))?;
        self.saved = Instant::now();
        Ok(())
    }
}

/// Solves batch after batch, until none is left or time is out.
fn solve_batches(
    solver: &mut ConnectFourSolver,
    positions: &[Position],
    next: &AtomicUsize,
    deadline: Instant,
    sender: &Sender<(Position, Score)>,
) {
    let mut is_late = || Instant::now() >= deadline;
    loop {
        let first = next.fetch_add(BATCH_POSITIONS, Ordering::Relaxed);
        if first >= positions.len() {
            return;
        }
        for position in positions.iter().skip(first).take(BATCH_POSITIONS) {
            let score = solver.score(position, &mut SearchBudget::until(&mut is_late));
            let Some(score) = score else { return };
            // The collector has given up, for instance because the disk is full.
            if sender.send((*position, score)).is_err() {
                return;
            }
        }
    }
}

fn progress(done: usize, total: usize, elapsed: Duration) -> String {
    let minutes = elapsed.as_secs_f64() / 60.0;
    if done == 0 {
        return format!("0 of {total} after {minutes:.0} min");
    }
    let left = minutes * (total - done) as f64 / done as f64;
    format!("{done} of {total} after {minutes:.0} min; about {left:.0} min to go")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn progress_tells_what_is_left() {
        let minutes = Duration::from_mins;
        assert_eq!(progress(0, 100, minutes(2)), "0 of 100 after 2 min");
        assert_eq!(progress(25, 100, minutes(5)), "25 of 100 after 5 min; about 15 min to go");
        assert_eq!(progress(100, 100, minutes(5)), "100 of 100 after 5 min; about 0 min to go");
    }
}
