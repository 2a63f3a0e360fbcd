//! `cargo xtask book`: computes the opening book of Connect Four with our own solver.
//!
//! What is known so far is a book with gaps, saved under `target/` once a minute: a run that was
//! stopped, by hand or by `--minutes`, goes on where it ended.

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

use anyhow::{Context, Result, bail};
use jetan_games::{
    connect4::{Book, Position, Score, Solver, book::DEPTH_MAX, solver::Table},
    search::Budget,
};

use crate::{
    root,
    step::{Steps, cargo},
};

/// Where the library finds the book it embeds.
const EMBEDDED: &str = "crates/jetan-games/src/connect4/book.bin";

/// How many stones the positions of the book have, unless told otherwise.
pub const DEPTH: usize = 9;

/// How many threads compute, unless told otherwise.
pub const JOBS: usize = 2;

/// Each thread has its own table: sharing one would cost more than it saves.
const TABLE_BYTES: usize = 256 << 20;

/// Neighbours in the list share most of their columns, so a thread takes several at a time.
const BATCH: usize = 16;

const SAVE_EVERY: Duration = Duration::from_mins(1);

/// What was asked for.
#[derive(Debug, Clone)]
pub struct Options {
    /// How many stones the positions have.
    pub depth: usize,
    /// How many threads compute.
    pub jobs: usize,
    /// Stop after so long, keeping what is done.
    pub limit: Option<Duration>,
    /// Where the finished book goes; the library's own when `None`.
    pub output: Option<PathBuf>,
}

/// Computes what is missing and, when nothing is, writes the book.
pub fn run(steps: &mut Steps, options: &Options) -> Result<()> {
    // The chores run with every check on, which this one would pay for with another hour.
    if cfg!(debug_assertions) {
        return steps.command("opening book", &mut optimised(options));
    }
    let work = root().join(format!("target/connect4-book-{}.bin", options.depth));
    let mut book = open(&work, options.depth)?;
    let missing = book.missing();
    steps.say(&format!("{} positions of {} stones to solve", missing.len(), options.depth));
    let is_complete = compute(steps, &mut book, &missing, &work, options)?;
    if !is_complete {
        steps.say("stopped; the same command goes on from here");
        return Ok(());
    }
    let output = options.output.clone().unwrap_or_else(|| root().join(EMBEDDED));
    fs::write(&output, book.to_bytes()).with_context(|| format!("{}", output.display()))?;
    steps.say(&format!("wrote {}", output.display()));
    Ok(())
}

/// The same command in the release profile.
fn optimised(options: &Options) -> std::process::Command {
    let Options { depth, jobs, limit, output } = options;
    let mut command = cargo(&["run", "--quiet", "--release", "--package", "xtask", "--", "book"]);
    command.args([format!("--depth={depth}"), format!("--jobs={jobs}")]);
    if let Some(limit) = limit {
        command.arg(format!("--minutes={}", limit.as_secs() / 60));
    }
    if let Some(output) = output {
        command.arg("--output").arg(output);
    }
    command
}

/// The book an earlier run left, or an empty one.
fn open(work: &Path, depth: usize) -> Result<Book> {
    let Some(blank) = Book::blank(depth) else {
        bail!("a book has at most {DEPTH_MAX} stones");
    };
    if !work.exists() {
        return Ok(blank);
    }
    let bytes = fs::read(work).with_context(|| format!("{}", work.display()))?;
    let book = Book::from_bytes(&bytes);
    let book = book.with_context(|| format!("{}: remove it to begin again", work.display()))?;
    if book.depth() != depth {
        bail!("{} is for {} stones: remove it", work.display(), book.depth());
    }
    Ok(book)
}

/// Solves the positions on several threads; false when time ran out first.
fn compute(
    steps: &Steps,
    book: &mut Book,
    missing: &[Position],
    work: &Path,
    options: &Options,
) -> Result<bool> {
    let start = Instant::now();
    let deadline = options.limit.map(|limit| start + limit);
    let next = AtomicUsize::new(0);
    let (sender, receiver) = channel();
    thread::scope(|scope| {
        for _ in 0..options.jobs.max(1) {
            let (sender, next) = (sender.clone(), &next);
            scope.spawn(move || solve_batches(missing, next, deadline, &sender));
        }
        drop(sender);
        collect(steps, book, &receiver, work, missing.len(), start)
    })?;
    Ok(book.missing().is_empty())
}

fn solve_batches(
    missing: &[Position],
    next: &AtomicUsize,
    deadline: Option<Instant>,
    sender: &Sender<(Position, Score)>,
) {
    let mut solver = Solver::with_table(Table::with_bytes(TABLE_BYTES));
    let is_late = || deadline.is_some_and(|deadline| Instant::now() >= deadline);
    loop {
        let first = next.fetch_add(BATCH, Ordering::Relaxed);
        for position in missing.iter().skip(first).take(BATCH) {
            let mut should_stop = is_late;
            let score = solver.score(position, &mut Budget::until(&mut should_stop));
            let Some(score) = score else { return };
            if sender.send((*position, score)).is_err() {
                return;
            }
        }
        if first >= missing.len() {
            return;
        }
    }
}

/// Enters the scores as they come, saves them now and then, and says how far it is.
fn collect(
    steps: &Steps,
    book: &mut Book,
    receiver: &Receiver<(Position, Score)>,
    work: &Path,
    total: usize,
    start: Instant,
) -> Result<()> {
    let mut done = 0;
    let mut saved = Instant::now();
    loop {
        let received = receiver.recv_timeout(SAVE_EVERY);
        if let Ok((position, score)) = &received {
            book.insert(position, *score);
            done += 1;
        }
        let is_over = received == Err(RecvTimeoutError::Disconnected);
        if is_over || saved.elapsed() >= SAVE_EVERY {
            save(book, work)?;
            saved = Instant::now();
            steps.say(&progress(done, total, start.elapsed()));
        }
        if is_over {
            return Ok(());
        }
    }
}

/// Writes beside the file first, so that a run stopped in between leaves the old one.
fn save(book: &Book, work: &Path) -> Result<()> {
    let partial = work.with_extension("partial");
    fs::create_dir_all(work.parent().unwrap_or(Path::new(".")))?;
    fs::write(&partial, book.to_bytes())?;
    fs::rename(&partial, work).with_context(|| format!("{}", work.display()))
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
