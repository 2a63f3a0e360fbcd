//! Solves the items of a batch on several threads and prints the answers in the order of the input.

use std::fmt::Display;
use std::io::IsTerminal;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use jetan_report::paint::{DIM, TextPaint};
use jetan_report::{visible, wire};
use rayon::ThreadPool;
use serde::Serialize;

use super::input::{BatchChunk, BatchItem, BatchReader};
use crate::cli::solve::{AnswerFormat, BatchArgs};
use crate::console::Console;
use crate::drive;
use crate::exit::{CommandFailure, Exit};
use crate::threads;

/// Time that answers are collected before they are printed.
const PRINT_INTERVAL: Duration = Duration::from_millis(20);
/// The most numbered items that are held at a time.
const NUMBERED_ITEMS_MAX: usize = 1024;
/// A batch that takes longer gets a progress bar.
const PROGRESS_DELAY: Duration = Duration::from_secs(1);

/// A game that items can be solved in.
pub(super) trait BatchGame: Sync {
    /// The state that a thread keeps from one item to the next, such as tables.
    type WorkerState: Send;
    /// The answer: printed as text with a newline after it, or as the fields of a JSON object.
    type ItemAnswer: Display + Serialize;

    /// The state of a new thread.
    fn worker(&self) -> Self::WorkerState;

    /// True if the line, which would be the first of the item, is to be skipped.
    fn is_comment(&self, _item: &BatchItem, line: &str) -> bool {
        line.starts_with('#')
    }

    /// True if the item goes on with the next line.
    fn wants_more(&self, _item: &BatchItem) -> bool {
        false
    }

    /// An answer as people like to see it, with a newline at its end.
    fn draw(&self, item: &BatchItem, answer: &Self::ItemAnswer, paint: TextPaint) -> String;

    /// Solves one item.
    fn solve(
        &self,
        worker: &mut Self::WorkerState,
        item: &BatchItem,
        stop: &StopFlag,
    ) -> ItemOutcome<Self::ItemAnswer>;
}

/// The result of an item.
pub(super) enum ItemOutcome<A> {
    /// An answer and nothing to add.
    Solved(A),
    /// The answer, and something to say about it.
    Noted(A, String),
    /// An error: its line and its message.
    Bad(usize, String),
    /// There was no time to finish.
    Stopped,
}

/// The form of answers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum AnswerStyle {
    Plain,
    Json,
    Drawn(TextPaint),
}

impl AnswerStyle {
    /// The style that was asked for, or that fits where the results go.
    pub(super) fn new(typed: &BatchArgs, console: &Console) -> AnswerStyle {
        let is_drawn = match typed.format {
            AnswerFormat::Auto => std::io::stdout().is_terminal(),
            AnswerFormat::Plain => false,
            AnswerFormat::Drawn => true,
        };
        match (typed.json, is_drawn) {
            (true, _) => AnswerStyle::Json,
            (false, true) => {
                AnswerStyle::Drawn(TextPaint { is_colored: console.is_result_colored() })
            }
            (false, false) => AnswerStyle::Plain,
        }
    }

    /// Whether people look at the answers.
    pub(super) fn is_drawn(self) -> bool {
        matches!(self, AnswerStyle::Drawn(_))
    }
}

/// Whether to go on.
pub(super) struct StopFlag {
    interrupted: Arc<AtomicBool>,
    /// Nobody reads the output any more.
    is_closed: AtomicBool,
}

impl StopFlag {
    /// Stops at Ctrl-C.
    pub(super) fn new() -> StopFlag {
        StopFlag { interrupted: drive::interruption(), is_closed: AtomicBool::new(false) }
    }

    /// True once work is to end.
    pub(super) fn is_set(&self) -> bool {
        self.is_interrupted() || self.is_closed.load(Ordering::Relaxed)
    }

    /// True once somebody has pressed Ctrl-C.
    pub(super) fn is_interrupted(&self) -> bool {
        self.interrupted.load(Ordering::Relaxed)
    }
}

/// Solves everything in the files or on standard input.
pub(super) fn run<G: BatchGame>(
    game: &G,
    typed: &BatchArgs,
    console: &Console,
) -> Result<Exit, CommandFailure> {
    let mut reader = BatchReader::open(&typed.files)?;
    let stop = StopFlag::new();
    let pool = threads::pool(typed.jobs)?;
    let mut printer = BatchPrinter::new(console, reader.bytes);
    let mut is_broken = false;
    let style = AnswerStyle::new(typed, console);
    let team = BatchWorkers { game, style, workers: Mutex::new(Vec::new()), stop: &stop };
    loop {
        let (items, why) = match reader.chunk(game, &stop) {
            BatchChunk::Items(items) => (items, None),
            BatchChunk::Broken(items, why) => (items, Some(why)),
            BatchChunk::End => break,
            BatchChunk::Interrupted => return Ok(printer.interrupted()),
        };
        team.solve(&pool, &items, &mut printer)?;
        if stop.is_interrupted() {
            return Ok(printer.interrupted());
        }
        // After the items that came before it, so that messages keep the order of the input.
        if let Some(why) = why {
            printer.say(&why);
            is_broken = true;
        }
    }
    printer.finish();
    Ok(if is_broken { Exit::Unreadable } else { printer.exit() })
}

/// Solves items that have a number and nothing else, from 1 up.
pub(super) fn run_numbered<G: BatchGame>(
    game: &G,
    items: u32,
    typed: &BatchArgs,
    console: &Console,
) -> Result<Exit, CommandFailure> {
    let stop = StopFlag::new();
    let pool = threads::pool(typed.jobs)?;
    let mut printer = BatchPrinter::new(console, Some(u64::from(items)));
    let style = AnswerStyle::new(typed, console);
    let team = BatchWorkers { game, style, workers: Mutex::new(Vec::new()), stop: &stop };
    let numbers: Vec<usize> = (1..=items as usize).collect();
    for chunk in numbers.chunks(NUMBERED_ITEMS_MAX) {
        let items: Vec<BatchItem> =
            chunk.iter().map(|&number| BatchItem::numbered(number)).collect();
        team.solve(&pool, &items, &mut printer)?;
        if stop.is_interrupted() {
            return Ok(printer.interrupted());
        }
    }
    printer.finish();
    Ok(printer.exit())
}

/// The output for one item.
struct ItemOutput {
    idx: usize,
    result: String,
    /// The message about it on standard error.
    said: Option<String>,
    is_bad: bool,
    is_stopped: bool,
}

/// Everything the threads share.
struct BatchWorkers<'a, G: BatchGame> {
    game: &'a G,
    style: AnswerStyle,
    /// The state that threads which have ended have left for the next ones.
    workers: Mutex<Vec<G::WorkerState>>,
    stop: &'a StopFlag,
}

impl<G: BatchGame> BatchWorkers<'_, G> {
    /// Solves a chunk and prints it.
    fn solve(
        &self,
        pool: &ThreadPool,
        items: &[BatchItem],
        printer: &mut BatchPrinter<'_>,
    ) -> Result<(), CommandFailure> {
        // Threads take the next item themselves: items differ too much in difficulty for equal
        // shares.
        let next = AtomicUsize::new(0);
        let (sender, receiver) = mpsc::channel();
        // Nothing is ever sent here: that all senders are gone tells that all threads are done.
        let (busy, done) = mpsc::channel();
        // In place: this thread prints while those of the pool work.
        pool.in_place_scope(|scope| {
            for _ in 0..pool.current_num_threads().min(items.len()) {
                let (sender, busy, next) = (sender.clone(), busy.clone(), &next);
                scope.spawn(move |_| {
                    self.work(items, next, &sender);
                    drop(busy);
                });
            }
            // The original sender would keep the channel open for ever.
            drop(busy);
            let printed = printer.print_all(items, &receiver, &done);
            if printed.is_err() {
                // Workers stop at their next item, since nobody reads the answers.
                self.stop.is_closed.store(true, Ordering::Relaxed);
            }
            printed
        })
    }

    /// Takes one item after the other, the first first, and sends what came of them.
    fn work(&self, items: &[BatchItem], next: &AtomicUsize, sender: &Sender<ItemOutput>) {
        let left = self.workers.lock().unwrap_or_else(PoisonError::into_inner).pop();
        let mut worker = left.unwrap_or_else(|| self.game.worker());
        loop {
            let idx = next.fetch_add(1, Ordering::Relaxed);
            let Some(item) = items.get(idx) else { break };
            if self.stop.is_set() {
                break;
            }
            // The receiver is gone only when nothing more is printed.
            let _ = sender.send(self.output(&mut worker, idx, item));
        }
        self.workers.lock().unwrap_or_else(PoisonError::into_inner).push(worker);
    }

    fn output(&self, worker: &mut G::WorkerState, idx: usize, item: &BatchItem) -> ItemOutput {
        let outcome = match item.problem {
            Some((line, problem)) => ItemOutcome::Bad(line, problem.words()),
            None => self.game.solve(worker, item, self.stop),
        };
        let mut output = ItemOutput {
            idx,
            result: String::new(),
            said: None,
            is_bad: matches!(outcome, ItemOutcome::Bad(..)),
            is_stopped: matches!(outcome, ItemOutcome::Stopped),
        };
        match outcome {
            ItemOutcome::Solved(answer) => output.result = self.render(item, &answer),
            ItemOutcome::Noted(answer, note) => {
                output.result = self.render(item, &answer);
                output.said = Some(remark(item, item.line, &note));
            }
            ItemOutcome::Bad(line, mistake) => {
                output.said = Some(remark(item, line, &mistake));
                if self.style == AnswerStyle::Json {
                    let refusal = ErrorRecord { file: &item.file, line, error: &mistake };
                    output.result = wire::json(&refusal) + "\n";
                }
            }
            ItemOutcome::Stopped => {}
        }
        output
    }

    fn render(&self, item: &BatchItem, answer: &G::ItemAnswer) -> String {
        match self.style {
            AnswerStyle::Json => {
                let record = AnswerRecord { file: &item.file, line: item.line, answer };
                wire::json(&record) + "\n"
            }
            AnswerStyle::Plain => format!("{answer}\n"),
            AnswerStyle::Drawn(paint) => {
                let place = format!("{}:{}", item.file, item.line);
                let drawing = self.game.draw(item, answer, paint);
                format!("{}\n{drawing}\n", paint.with(&[DIM], &place))
            }
        }
    }
}

/// One line of `--json`: where the item began, and the fields of its answer.
#[derive(Serialize)]
struct AnswerRecord<'a, A: Serialize> {
    file: &'a str,
    line: usize,
    #[serde(flatten)]
    answer: &'a A,
}

/// The line of `--json` for an item that makes no sense, so that none of the others moves.
#[derive(Serialize)]
struct ErrorRecord<'a> {
    file: &'a str,
    line: usize,
    error: &'a str,
}

/// Something to say about a line of the input, on one line and without control characters.
fn remark(item: &BatchItem, line: usize, text: &str) -> String {
    let place = format!("jetan: {}:{line}: ", item.file);
    let shown = text.chars().flat_map(|c| {
        let escape = visible::is_hidden(c).then(|| c.escape_default());
        let plain = (!visible::is_hidden(c)).then_some(c);
        escape.into_iter().flatten().chain(plain)
    });
    place.chars().chain(shown).collect()
}

/// Prints answers in order, and shows how far the batch is.
struct BatchPrinter<'a> {
    console: &'a Console,
    started: Instant,
    bytes: Option<u64>,
    bar: Option<ProgressBar>,
    bytes_done: u64,
    items_done: u64,
    has_bad_lines: bool,
}

impl<'a> BatchPrinter<'a> {
    fn new(console: &'a Console, bytes: Option<u64>) -> BatchPrinter<'a> {
        BatchPrinter {
            console,
            started: Instant::now(),
            bytes,
            bar: None,
            bytes_done: 0,
            items_done: 0,
            has_bad_lines: false,
        }
    }

    /// Prints what the threads send, each item when all before it have been printed.
    fn print_all(
        &mut self,
        items: &[BatchItem],
        receiver: &Receiver<ItemOutput>,
        done: &Receiver<()>,
    ) -> Result<(), CommandFailure> {
        let mut waiting: Vec<Option<ItemOutput>> = items.iter().map(|_| None).collect();
        let mut printed = 0;
        loop {
            // Waiting for answers themselves would wake this thread for each of thousands.
            let is_done = done.recv_timeout(PRINT_INTERVAL) == Err(RecvTimeoutError::Disconnected);
            for output in receiver.try_iter() {
                let idx = output.idx;
                waiting[idx] = Some(output);
            }
            // An item that was stopped has no answer, and nothing after it is printed.
            let is_ready =
                |output: &&Option<ItemOutput>| matches!(output, Some(it) if !it.is_stopped);
            let end = printed + waiting[printed..].iter().take_while(is_ready).count();
            self.print(&items[printed..end], &mut waiting[printed..end])?;
            printed = end;
            self.show_progress();
            if is_done {
                return Ok(());
            }
        }
    }

    fn print(
        &mut self,
        items: &[BatchItem],
        outputs: &mut [Option<ItemOutput>],
    ) -> Result<(), CommandFailure> {
        let mut results = String::new();
        for (item, output) in items.iter().zip(outputs) {
            let Some(output) = output.take() else { continue };
            results += &output.result;
            self.bytes_done += item.bytes;
            self.items_done += 1;
            self.has_bad_lines |= output.is_bad;
            if let Some(said) = output.said {
                // First what came before it, so that a terminal shows both in order.
                self.result(&std::mem::take(&mut results))?;
                self.say(&said);
            }
        }
        self.result(&results)
    }

    fn result(&self, text: &str) -> Result<(), CommandFailure> {
        if text.is_empty() {
            return Ok(());
        }
        match &self.bar {
            // Takes the bar off the screen meanwhile, or text and bar would overwrite each other.
            Some(bar) => bar.suspend(|| self.console.colored_result(text)),
            None => self.console.colored_result(text),
        }
    }

    fn say(&self, line: &str) {
        let say = || self.console.say(format!("{line}\n"));
        match &self.bar {
            Some(bar) => bar.suspend(say),
            None => say(),
        }
    }

    /// Shows a bar once the batch takes long, if anybody is looking.
    fn show_progress(&mut self) {
        let is_due = self.started.elapsed() >= PROGRESS_DELAY && std::io::stderr().is_terminal();
        if self.bar.is_none() && is_due {
            // The bar shows the time since the batch began, not since it is shown itself.
            self.bar = Some(bar(self.bytes).with_elapsed(self.started.elapsed()));
        }
        if let Some(bar) = &self.bar {
            bar.set_message(format!("{} done", self.items_done));
            bar.set_position(self.bytes_done);
        }
    }

    fn finish(&self) {
        if let Some(bar) = &self.bar {
            bar.finish_and_clear();
        }
        if self.items_done == 0 {
            self.say("jetan: there was nothing to solve");
        }
    }

    fn interrupted(&self) -> Exit {
        if let Some(bar) = &self.bar {
            bar.finish_and_clear();
        }
        self.say("jetan: interrupted");
        Exit::Interrupted
    }

    fn exit(&self) -> Exit {
        if self.has_bad_lines { Exit::Assembly } else { Exit::Success }
    }
}

/// A bar over so many bytes or items, or over nobody knows how many.
pub(super) fn bar(bytes: Option<u64>) -> ProgressBar {
    let target = ProgressDrawTarget::stderr();
    let (bar, template) = match bytes {
        Some(bytes) => {
            let template = "{wide_bar} {percent}% {msg}, {elapsed}, {eta} left";
            (ProgressBar::with_draw_target(Some(bytes), target), template)
        }
        None => (ProgressBar::with_draw_target(None, target), "{spinner} {msg}, {elapsed}"),
    };
    bar.set_style(ProgressStyle::with_template(template).expect("the template is well-formed"));
    bar
}
