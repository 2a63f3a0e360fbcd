//! Reading a file and what it includes into one list of lines.

use crate::budget::cost;
use crate::dialect::Dialect;
use crate::lexer;
use crate::limits;
use crate::malformed::report_malformed;
use crate::problem::Problem;
use crate::report::{DiagnosticSink, ProblemAdvice};
use crate::source::{FileId, Span, UnreadableFile, resolve_include, windows_1252};
use crate::store::{LineDraft, LineIdx, LineSite, LineStore};
use crate::token::{SourceToken, TokenKind};

/// A file being read.
struct OpenSource {
    file: FileId,
    next: u32,
    include: Option<u32>,
    in_comment: bool,
    /// The start of a `/*` that is still open.
    comment_start: Option<Span>,
}

pub(crate) struct IncludeReader<'s, 'a> {
    store: &'s mut LineStore<'a>,
    report: &'s mut DiagnosticSink,
    dialect: Dialect,
    stack: Vec<OpenSource>,
    /// MARS: every name that was included so far.
    seen: Vec<String>,
    tokens: Vec<SourceToken>,
}

impl<'s, 'a> IncludeReader<'s, 'a> {
    pub(crate) fn new(
        store: &'s mut LineStore<'a>,
        report: &'s mut DiagnosticSink,
        dialect: Dialect,
    ) -> IncludeReader<'s, 'a> {
        IncludeReader {
            store,
            report,
            dialect,
            stack: Vec::new(),
            seen: Vec::new(),
            tokens: Vec::new(),
        }
    }

    /// Adds all lines of a file and its includes to the store, and says whether these are all.
    pub(crate) fn read(mut self, root: FileId) -> bool {
        self.open(root, None);
        while let Some(top) = self.stack.last_mut() {
            let lines = self.store.sources.file(top.file).lines();
            if let Some(&bytes) = lines.get(top.next as usize) {
                top.next += 1;
                self.line(bytes);
            } else {
                self.close();
            }
            if self.report.budget.is_spent() && self.refuse() {
                return false;
            }
        }
        true
    }

    fn open(&mut self, file: FileId, include: Option<u32>) {
        self.check_encoding(file);
        let reading = OpenSource { file, next: 0, include, in_comment: false, comment_start: None };
        self.stack.push(reading);
    }

    fn close(&mut self) {
        let Some(closed) = self.stack.pop() else { return };
        if let Some(span) = closed.comment_start.filter(|_| closed.in_comment) {
            let advice = ProblemAdvice::label("the comment begins here")
                .and_help("put `*/` where the comment ends");
            self.report.add_span(span, Problem::UnclosedComment, advice);
        }
    }

    /// Whether files have been included too often; that is reported once.
    fn refuse(&mut self) -> bool {
        let last = self.store.includes().last().map(|(span, _)| span);
        // No file runs out of budget by itself, so without an include there is nothing to blame.
        let Some(span) = last else { return false };
        if self.report.budget.refuse() {
            let name = self.store.sources.text(span).trim_matches('"');
            let (files, lines) = (self.store.includes().len(), self.store.len());
            let problem = Problem::ExpansionTooLarge {
                what: format!("including `{name}`"),
                reached: format!("{files} files with {lines} lines"),
            };
            let advice = ProblemAdvice::help("include every file once, at the top");
            self.report.add_span(span, problem, advice);
        }
        true
    }

    fn check_encoding(&mut self, file: FileId) {
        let source = self.store.sources.file(file);
        let Some(start) = source.windows_1252() else { return };
        let first = source.text()[start as usize..].chars().next();
        let end = start + first.map_or(0, char::len_utf8) as u32;
        let advice = ProblemAdvice::help("save the file as UTF-8, and all programs read it alike");
        self.report.add_span(Span { file, start, end }, Problem::InvalidUtf8, advice);
    }

    fn line(&mut self, bytes: (u32, u32)) {
        let Some(top) = self.stack.last_mut() else { return };
        let (file, number, include) = (top.file, top.next, top.include);
        let text = &self.store.sources.file(file).text()[bytes.0 as usize..bytes.1 as usize];
        self.tokens.clear();
        let was_in_comment = top.in_comment;
        let bad = lexer::lex(text, self.dialect, &mut top.in_comment, &mut self.tokens);
        if top.in_comment && !was_in_comment {
            let start = bytes.0 + self.tokens.last().map_or(0, |token| token.start);
            top.comment_start = Some(Span { file, start, end: bytes.1 });
        }
        // The program expects the byte that its author typed, not the code point we decoded it to.
        if self.store.sources.file(file).windows_1252().is_some() {
            keep_bytes(&mut self.tokens);
        }
        self.report.budget.spend(cost::LINE);
        self.report.budget.spend_text(text, &self.tokens);
        let target = lexer::include_target(text, &self.tokens);
        let line = self.store.add_line(file, number, bytes, include);
        // What stands around an `.include` is dropped below, so its errors are reported here or
        // never.
        if bad && (self.dialect.repeated_lexical_errors || target.is_some()) {
            report_malformed(self.store, self.report, line, &LineDraft::new(text), &self.tokens);
        }
        let Some((at, name)) = target else {
            self.store.set_tokens(line, &self.tokens);
            self.store.mark(line, was_in_comment, bad);
            return;
        };
        let included = self.include(line, text, name);
        self.tokens.truncate(if self.dialect.include_drops_label { 0 } else { at });
        if self.tokens.is_empty() {
            // MARS pastes the file in place of the line, which then has no number of its own.
            self.store.pop_line();
        } else {
            self.store.set_tokens(line, &self.tokens);
        }
        if let Some((file, frame)) = included {
            self.open(file, Some(frame));
        }
    }

    /// Finds the file of an `.include`, or reports why it cannot be had.
    fn include(&mut self, line: LineIdx, text: &str, name: SourceToken) -> Option<(FileId, u32)> {
        let including = self.store.sources.file(self.store.line(line).file).name();
        let path = resolve_include(including, lexer::file_name(name, text, self.dialect));
        let site = LineSite::token(line, name);
        let found = self.store.sources.find(&path);
        let file = found.as_ref().ok().copied();
        // One message in MARS, two in ours: a file that is included twice is not a cycle.
        let problem = if self.dialect.include_once && self.is_repeated(&path, file) {
            let advice =
                ProblemAdvice::help("MARS includes a file only once; delete one of the two lines");
            Some((Problem::IncludedTwice { path: path.clone() }, advice))
        } else if self.is_cycle(&path, file) {
            Some((Problem::IncludeCycle { path: path.clone() }, self.cycle_advice(file)))
        } else if self.stack.len() > limits::INCLUDE_DEPTH_MAX {
            let advice = format!("includes may nest {} deep", limits::INCLUDE_DEPTH_MAX);
            Some((Problem::IncludeTooDeep { path: path.clone() }, ProblemAdvice::help(advice)))
        } else {
            None
        };
        if let Some((problem, advice)) = problem {
            self.fail(site, problem, advice);
            return None;
        }
        self.seen.push(path.clone());
        match found {
            Ok(file) => {
                let parent = self.stack.last().and_then(|top| top.include);
                let span = self.store.span(site);
                Some((file, self.store.add_include(span, parent)))
            }
            Err(why) => {
                self.fail(site, Problem::IncludeUnreadable { path }, unreadable_advice(&why));
                None
            }
        }
    }

    /// Whether a file was included before, and is not being read now.
    fn is_repeated(&self, path: &str, file: Option<FileId>) -> bool {
        let is_open = self.stack.iter().any(|reading| Some(reading.file) == file);
        !is_open && self.seen.iter().any(|seen| seen == path)
    }

    fn is_cycle(&self, path: &str, file: Option<FileId>) -> bool {
        if self.dialect.include_once {
            // MARS: the file it began with is not in the list, so that one that includes itself is
            // read once more before the error.
            return self.seen.iter().any(|seen| seen == path);
        }
        file.is_some_and(|file| self.stack.iter().any(|reading| reading.file == file))
    }

    fn cycle_advice(&self, file: Option<FileId>) -> ProblemAdvice {
        let name = |file: FileId| self.store.sources.file(file).name().to_owned();
        let circle: Vec<String> =
            self.stack.iter().map(|reading| reading.file).chain(file).map(name).collect();
        ProblemAdvice::help(format!("the chain of includes: {}", circle.join(" → ")))
    }

    fn fail(&mut self, site: LineSite, problem: Problem, advice: ProblemAdvice) {
        self.report.add(self.store, site, problem, advice);
        // MARS: gives up at once when a file cannot be included.
        if self.dialect.failed_include_ends {
            self.report.close();
        }
    }
}

/// Gives character literals the value of the byte they were read from.
fn keep_bytes(tokens: &mut [SourceToken]) {
    for token in tokens.iter_mut().filter(|token| token.kind == TokenKind::Character) {
        let character = char::from_u32(token.value as u32);
        if let Some(byte) = character.and_then(windows_1252::byte) {
            token.value = i32::from(byte);
        }
    }
}

fn unreadable_advice(why: &UnreadableFile) -> ProblemAdvice {
    ProblemAdvice::help(match why {
        UnreadableFile::Missing => {
            "there is no such file; names are relative to the folder of this file".to_owned()
        }
        UnreadableFile::TooLarge => {
            format!("the file is larger than {} MiB", limits::FILE_BYTES_MAX >> 20)
        }
        UnreadableFile::Other(words) => words.clone(),
    })
}
