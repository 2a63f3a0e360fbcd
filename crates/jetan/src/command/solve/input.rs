//! Cuts files and standard input into the items of a batch, a chunk at a time.
//!
//! However large the input is, only a chunk of it is held, and waiting for more can be interrupted.

use std::fs::File;
use std::io::{self, Read};
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use jetan_asm::source::UnreadableFile;
use jetan_os::input;

use super::batch::{BatchGame, StopFlag};
use crate::exit::{CommandFailure, Exit};
use crate::files::{self, SourceRoot};

/// The longest item, in bytes: longer texts are not games.
const ITEM_BYTES_MAX: usize = 64 << 10;
/// Bytes that are read at a time.
const READ_BYTES: usize = 256 << 10;
/// The most items of a chunk.
const CHUNK_ITEMS_MAX: usize = 8192;
/// Time limit of one wait for input; Ctrl-C is noticed in between.
const INPUT_WAIT_MAX: Duration = Duration::from_millis(50);

/// One thing to solve: a line, or several that belong together.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct BatchItem {
    /// The file it comes from.
    pub(super) file: Arc<str>,
    /// The number of its first line, from 1.
    pub(super) line: usize,
    /// Whether it is the first of its file.
    pub(super) is_first: bool,
    /// The number of lines it has.
    pub(super) lines: usize,
    /// The text, lines separated by a newline; no carriage return at their ends.
    pub(super) text: String,
    /// The problem that it has already, and the line of it.
    pub(super) problem: Option<(usize, ItemProblem)>,
    /// Bytes of the input it takes.
    pub(super) bytes: u64,
}

/// The reason bytes are not even text to look at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum ItemProblem {
    /// Longer than any game.
    TooLong,
    /// Something that is not UTF-8.
    NotText,
}

impl ItemProblem {
    /// The problem in words.
    pub(super) fn words(self) -> String {
        match self {
            ItemProblem::TooLong => format!("this is longer than {} KiB", ITEM_BYTES_MAX >> 10),
            ItemProblem::NotText => "not valid UTF-8".to_owned(),
        }
    }
}

/// The result of reading the next chunk.
pub(super) enum BatchChunk {
    /// Some items, at least one.
    Items(Vec<BatchItem>),
    /// A file could not be read to its end, and these items came before that.
    Broken(Vec<BatchItem>, String),
    /// There is no more.
    End,
    /// Somebody pressed Ctrl-C.
    Interrupted,
}

/// All files of a batch, one after the other.
pub(super) struct BatchReader {
    roots: std::vec::IntoIter<SourceRoot>,
    lines: Option<FileLines>,
    /// The sizes of all files together, if all have one.
    pub(super) bytes: Option<u64>,
}

impl BatchReader {
    /// Looks for all files; every one that cannot be read is named.
    pub(super) fn open(typed: &[PathBuf]) -> Result<BatchReader, CommandFailure> {
        let standard = [PathBuf::from("-")];
        let typed = if typed.is_empty() { &standard[..] } else { typed };
        let roots: Vec<SourceRoot> = typed.iter().map(|path| SourceRoot::typed(path)).collect();
        let mut bytes = Some(0);
        let mut problems = Vec::new();
        for root in &roots {
            match size(root) {
                // One file of unknown size, such as a pipe, makes the sum unknown.
                Ok(size) => bytes = bytes.zip(size).map(|(all, size)| all + size),
                Err(why) => problems.push(files::unreadable(root, &why)),
            }
        }
        if !problems.is_empty() {
            return Err(CommandFailure::Said(Exit::Unreadable, problems));
        }
        Ok(BatchReader { roots: roots.into_iter(), lines: None, bytes })
    }

    /// The next items: as many as can be had without waiting, but at least one.
    pub(super) fn chunk(&mut self, game: &impl BatchGame, stop: &StopFlag) -> BatchChunk {
        let mut items: Vec<BatchItem> = Vec::new();
        while items.len() < CHUNK_ITEMS_MAX {
            let lines = match &mut self.lines {
                Some(lines) => lines,
                None => match self.roots.next().as_ref().map(FileLines::open) {
                    None if items.is_empty() => return BatchChunk::End,
                    None => break,
                    Some(Ok(lines)) => self.lines.insert(lines),
                    Some(Err(why)) => return BatchChunk::Broken(items, why),
                },
            };
            // What is there is solved before more is waited for: somebody may be typing one line
            // after the other.
            if !items.is_empty() && !lines.has_line() {
                break;
            }
            match lines.item(game, stop) {
                NextItem::Item(item) => items.push(item),
                NextItem::End => self.lines = None,
                NextItem::Interrupted => return BatchChunk::Interrupted,
                NextItem::Failed(why) => {
                    // The next call goes on with the next file.
                    self.lines = None;
                    return BatchChunk::Broken(items, why);
                }
            }
        }
        BatchChunk::Items(items)
    }
}

/// The size of a file, `None` if that is not known before it is read.
fn size(root: &SourceRoot) -> Result<Option<u64>, UnreadableFile> {
    let Some(path) = &root.path else { return Ok(None) };
    let metadata = std::fs::metadata(path).map_err(|error| match error.kind() {
        io::ErrorKind::NotFound => UnreadableFile::Missing,
        _ => UnreadableFile::Other(files::reason(&error)),
    })?;
    if metadata.is_dir() {
        return Err(UnreadableFile::Other("this is a folder".to_owned()));
    }
    if !metadata.is_file() {
        return Ok(None);
    }
    // Opened only to find out whether that is permitted, before any work is done.
    let opened = File::open(path).map_err(|error| UnreadableFile::Other(files::reason(&error)));
    opened.map(|_| Some(metadata.len()))
}

/// The result of reading the next item.
enum NextItem {
    Item(BatchItem),
    End,
    Interrupted,
    Failed(String),
}

/// The lines of one file.
struct FileLines {
    file: Arc<str>,
    source: LineSource,
    /// The bytes that were read; `buffer[taken..]` is still to be looked at.
    buffer: Vec<u8>,
    taken: usize,
    is_at_end: bool,
    /// The number of the last line that was taken.
    line: usize,
    has_items: bool,
}

enum LineSource {
    Standard,
    File(File),
}

impl FileLines {
    fn open(root: &SourceRoot) -> Result<FileLines, String> {
        let failed = |error: io::Error| format!("jetan: {}: {}", root.name, files::reason(&error));
        let source = match &root.path {
            None => LineSource::Standard,
            Some(path) => LineSource::File(input::open(path).map_err(failed)?),
        };
        let file = Arc::from(root.name.as_str());
        let (buffer, is_at_end, has_items) = (Vec::new(), false, false);
        Ok(FileLines { file, source, buffer, taken: 0, is_at_end, line: 0, has_items })
    }

    /// True if another line can be had without reading.
    fn has_line(&self) -> bool {
        self.is_at_end || self.buffer[self.taken..].contains(&b'\n')
    }

    fn item(&mut self, game: &impl BatchGame, stop: &StopFlag) -> NextItem {
        let mut item: Option<BatchItem> = None;
        loop {
            let (line, bytes) = match self.next_line(stop) {
                Ok(Some(line)) => line,
                Ok(None) => return item.map_or(NextItem::End, NextItem::Item),
                Err(LineError::Interrupted) => return NextItem::Interrupted,
                Err(LineError::Failed(why)) => return NextItem::Failed(why),
            };
            let grown = item.get_or_insert_with(|| self.begin());
            let is_empty = |line: &String| line.trim().is_empty() || game.is_comment(grown, line);
            // Between items these lines are skipped; within one they may be rows.
            if grown.lines == 0 && line.as_ref().is_ok_and(is_empty) {
                item = None;
                continue;
            }
            grown.add(line, bytes, self.line);
            if !game.wants_more(grown) {
                self.has_items = true;
                return item.map_or(NextItem::End, NextItem::Item);
            }
        }
    }

    /// An item that begins with the line just taken.
    fn begin(&self) -> BatchItem {
        BatchItem {
            file: Arc::clone(&self.file),
            line: self.line,
            is_first: !self.has_items,
            lines: 0,
            text: String::new(),
            problem: None,
            bytes: 0,
        }
    }

    /// The next line without its end, and how many bytes it took; `None` after the last one.
    fn next_line(&mut self, stop: &StopFlag) -> Result<Option<TakenLine>, LineError> {
        let mut searched = self.taken;
        let mut skipped = 0;
        loop {
            let end = self.buffer[searched..].iter().position(|&byte| byte == b'\n');
            if let Some(end) = end.map(|end| searched + end) {
                return Ok(Some(self.take(end, 1, skipped)));
            }
            if self.is_at_end {
                let end = self.buffer.len();
                let is_done = end == self.taken && skipped == 0;
                return Ok((!is_done).then(|| self.take(end, 0, skipped)));
            }
            // Of a line that is too long only its length is kept.
            if self.buffer.len() - self.taken > ITEM_BYTES_MAX {
                skipped += self.buffer.len() - self.taken;
                self.taken = self.buffer.len();
            }
            // Moves the rest to the front, so that the buffer has no more than a line and one
            // portion.
            self.buffer.drain(..self.taken);
            self.taken = 0;
            // Only what `fill` adds can have the end of the line; to search all of it again would
            // cost the square of a long line.
            searched = self.buffer.len();
            self.fill(stop)?;
        }
    }

    /// Takes the bytes before `end` and the end of the line itself.
    fn take(&mut self, end: usize, newline: usize, skipped: usize) -> TakenLine {
        let mut line = &self.buffer[self.taken..end];
        if let [rest @ .., b'\r'] = line {
            line = rest;
        }
        let bytes = (skipped + end - self.taken + newline) as u64;
        let line = if skipped > 0 || line.len() > ITEM_BYTES_MAX {
            Err(ItemProblem::TooLong)
        } else {
            str::from_utf8(line).map(str::to_owned).map_err(|_| ItemProblem::NotText)
        };
        self.taken = end + newline;
        self.line += 1;
        (line, bytes)
    }

    /// Reads more, waiting for it if need be.
    fn fill(&mut self, stop: &StopFlag) -> Result<(), LineError> {
        loop {
            if stop.is_interrupted() {
                return Err(LineError::Interrupted);
            }
            let used = self.buffer.len();
            self.buffer.resize(used + READ_BYTES, 0);
            let read = match &mut self.source {
                LineSource::File(file) if !input::is_ready(file, INPUT_WAIT_MAX) => Ok(None),
                LineSource::File(file) => file.read(&mut self.buffer[used..]).map(Some),
                LineSource::Standard => {
                    input::read_standard(&mut self.buffer[used..], INPUT_WAIT_MAX)
                }
            };
            // Back to what was read, also after an error.
            self.buffer.truncate(used + read.as_ref().ok().copied().flatten().unwrap_or(0));
            match read {
                Ok(Some(count)) => {
                    self.is_at_end = count == 0;
                    return Ok(());
                }
                Ok(None) => {}
                Err(error) if is_temporary(&error) => {}
                Err(error) => {
                    let reason = files::reason(&error);
                    return Err(LineError::Failed(format!("jetan: {}: {reason}", self.file)));
                }
            }
        }
    }
}

impl BatchItem {
    /// An item that is only a number.
    pub(super) fn numbered(number: usize) -> BatchItem {
        BatchItem {
            file: Arc::from("<generated>"),
            line: number,
            is_first: number == 1,
            lines: 0,
            text: String::new(),
            problem: None,
            bytes: 1,
        }
    }

    fn add(&mut self, line: Result<String, ItemProblem>, bytes: u64, number: usize) {
        self.bytes += bytes;
        match line {
            Ok(line) if self.text.len() + line.len() <= ITEM_BYTES_MAX => {
                if self.lines > 0 {
                    self.text.push('\n');
                }
                self.text.push_str(&line);
            }
            Ok(_) => self.problem = self.problem.or(Some((number, ItemProblem::TooLong))),
            Err(problem) => self.problem = self.problem.or(Some((number, problem))),
        }
        // Counted even if it was not kept: `wants_more` goes by the number of lines.
        self.lines += 1;
    }
}

/// A line or what is wrong with it, and how many bytes of the input it was.
type TakenLine = (Result<String, ItemProblem>, u64);

/// The reason there is no next line yet.
enum LineError {
    Interrupted,
    Failed(String),
}

fn is_temporary(error: &io::Error) -> bool {
    matches!(error.kind(), io::ErrorKind::Interrupted | io::ErrorKind::WouldBlock)
}
