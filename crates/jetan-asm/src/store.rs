//! The lines being assembled, with their tokens and origins.
//!
//! A line is a slice of a file until `.eqv` or a macro changes it; then its text is in a pool, and
//! the pieces that were put in are remembered, so that a place in the new text can be traced back
//! to the file.

use crate::diagnostic::{MarsLocation, SourceFrame};
use crate::source::{FileId, SourceSet, Span};
use crate::token::SourceToken;
use jetan_order::SharedSort;

/// Index of a [`StoredLine`].
pub(crate) type LineIdx = u32;

// Instead of `Option<u32>`, which is twice as large: a line is kept for every line of the sources
// and of every macro call.
const NONE: u32 = u32::MAX;

/// One line to assemble.
#[derive(Clone, Copy, Debug)]
pub(crate) struct StoredLine {
    /// The file that holds it.
    pub(crate) file: FileId,
    /// The line number there, from 1.
    pub(crate) number: u32,
    /// The bytes there.
    start: u32,
    end: u32,
    /// The tokens, comments included.
    tokens: (u32, u32),
    /// The include that brought the file in.
    include: u32,
    /// The text, if it is no longer that of the file.
    generated: u32,
    /// Whether it starts inside a `/* */` comment.
    pub(crate) in_comment: bool,
    /// Whether it has a lexical error.
    pub(crate) bad: bool,
}

#[derive(Clone, Copy, Debug)]
struct GeneratedText {
    text: (usize, usize),
    pieces: (u32, u32),
    /// The macro call it comes from.
    expansion: u32,
    /// The line of the file it comes from.
    base: LineIdx,
}

/// A piece of text that was put in place of another.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct TextPiece {
    /// The range in the new text.
    pub(crate) start: u32,
    pub(crate) end: u32,
    /// The range it replaced in the old.
    pub(crate) old_start: u32,
    pub(crate) old_end: u32,
}

/// A macro call being, or having been, expanded.
#[derive(Clone, Copy, Debug)]
pub(crate) struct MacroExpansion {
    /// The line of the call.
    pub(crate) call: LineIdx,
    /// The name, as a range in that line's text.
    name: (u32, u32),
    /// The line of a file that the outermost call stands on.
    outermost: LineIdx,
}

#[derive(Clone, Copy, Debug)]
struct IncludeSite {
    at: Span,
    parent: u32,
}

/// A text under replacement, with the ranges that were replaced so far.
#[derive(Clone, Debug, Default)]
pub(crate) struct LineDraft {
    pub(crate) text: String,
    pub(crate) pieces: Vec<TextPiece>,
}

impl LineDraft {
    pub(crate) fn new(text: &str) -> LineDraft {
        LineDraft { text: text.to_owned(), pieces: Vec::new() }
    }

    /// Replaces one range of the text.
    pub(crate) fn replace(&mut self, start: usize, end: usize, with: &str) {
        self.fill(&[(start, end, with)]);
    }

    /// Replaces ranges of the text, which must be in order and apart.
    pub(crate) fn fill(&mut self, holes: &[(usize, usize, &str)]) {
        let mut text = String::with_capacity(self.text.len());
        let mut fillings = Vec::with_capacity(holes.len());
        let mut copied = 0;
        for &(start, end, with) in holes {
            text.push_str(&self.text[copied..start]);
            fillings.push(TextPiece {
                start: text.len() as u32,
                end: (text.len() + with.len()) as u32,
                old_start: start as u32,
                old_end: end as u32,
            });
            text.push_str(with);
            copied = end;
        }
        text.push_str(&self.text[copied..]);
        self.pieces = compose(&self.pieces, &fillings);
        self.text = text;
    }
}

/// The place in a text, before the pieces were put in, that a place after it comes from.
pub(crate) fn trace(pieces: &[TextPiece], site: LineSite) -> LineSite {
    let (start, end) = (trace_start(pieces, site.start), trace_end(pieces, site.end));
    LineSite { start, end, ..site }
}

/// The length from which a list grows by a quarter at a time.
const LONG_LIST: usize = 1 << 20;

/// Makes room for some more elements. A doubled list of millions is half empty when a source that
/// expands without end is refused: that was 80 of 250 MB for 64 KB of includes.
fn make_room<T>(list: &mut Vec<T>, more: usize) {
    if list.len() >= LONG_LIST && list.capacity() - list.len() < more {
        list.reserve_exact(more.max(list.len() / 4));
    }
}

/// Pieces put into a text that has pieces already, as pieces of the text before both.
fn compose(first: &[TextPiece], second: &[TextPiece]) -> Vec<TextPiece> {
    if first.is_empty() {
        return second.to_vec();
    }
    let mut composed: Vec<TextPiece> = Vec::with_capacity(first.len() + second.len());
    let moved = first.iter().map(|piece| TextPiece {
        start: forward_start(second, piece.start),
        end: forward_end(second, piece.end),
        ..*piece
    });
    let added = second.iter().map(|piece| TextPiece {
        old_start: trace_start(first, piece.old_start),
        old_end: trace_end(first, piece.old_end),
        ..*piece
    });
    composed.extend(moved.chain(added));
    // Of two pieces with one start the longer comes first, to take the other in below.
    composed.shared_sort_by_key(|piece| (piece.start, std::cmp::Reverse(piece.end)));
    // A replacement inside text that was itself put in only changes that piece.
    composed.dedup_by(|later, kept| {
        let inside = later.start < kept.end || later.start == kept.start;
        if inside {
            kept.end = kept.end.max(later.end);
            kept.old_start = kept.old_start.min(later.old_start);
            kept.old_end = kept.old_end.max(later.old_end);
        }
        inside
    });
    composed
}

/// The old offset of an offset in a changed text; inside a piece, the start of the piece.
fn trace_start(pieces: &[TextPiece], at: u32) -> u32 {
    match pieces[..pieces.partition_point(|piece| piece.start <= at)].last() {
        Some(piece) if at < piece.end => piece.old_start,
        Some(piece) => at - piece.end + piece.old_end,
        None => at,
    }
}

/// The old offset of the end of a range: inside a piece, the end of the piece.
fn trace_end(pieces: &[TextPiece], at: u32) -> u32 {
    match pieces[..pieces.partition_point(|piece| piece.start < at)].last() {
        Some(piece) if at <= piece.end => piece.old_end,
        Some(piece) => at - piece.end + piece.old_end,
        None => at,
    }
}

/// The new offset of an offset in the old text; inside a piece, the start of the piece.
fn forward_start(pieces: &[TextPiece], at: u32) -> u32 {
    match pieces[..pieces.partition_point(|piece| piece.old_start <= at)].last() {
        Some(piece) if at < piece.old_end => piece.start,
        Some(piece) => at - piece.old_end + piece.end,
        None => at,
    }
}

fn forward_end(pieces: &[TextPiece], at: u32) -> u32 {
    match pieces[..pieces.partition_point(|piece| piece.old_start < at)].last() {
        Some(piece) if at <= piece.old_end => piece.end,
        Some(piece) => at - piece.old_end + piece.end,
        None => at,
    }
}

/// A location in a line: a range of bytes of its text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct LineSite {
    pub(crate) line: LineIdx,
    pub(crate) start: u32,
    pub(crate) end: u32,
    /// Whether MARS would give the column.
    pub(crate) column: bool,
    /// Whether MARS would give the chain of macro calls.
    pub(crate) chain: bool,
}

impl LineSite {
    pub(crate) fn token(line: LineIdx, token: SourceToken) -> LineSite {
        LineSite { line, start: token.start, end: token.end, column: true, chain: true }
    }

    /// The same location without the chain of macro calls, as MARS reports it after the first pass.
    pub(crate) fn late(self) -> LineSite {
        LineSite { chain: false, ..self }
    }

    pub(crate) fn without_column(self) -> LineSite {
        LineSite { column: false, ..self }
    }
}

/// All lines of an assembly.
pub(crate) struct LineStore<'a> {
    pub(crate) sources: &'a SourceSet,
    lines: Vec<StoredLine>,
    tokens: Vec<SourceToken>,
    generated: Vec<GeneratedText>,
    pool: String,
    pieces: Vec<TextPiece>,
    expansions: Vec<MacroExpansion>,
    includes: Vec<IncludeSite>,
    /// The first line of every unit, in the order in which they were read.
    unit_starts: Vec<LineIdx>,
}

impl<'a> LineStore<'a> {
    pub(crate) fn new(sources: &'a SourceSet) -> LineStore<'a> {
        let lines = sources.roots().iter().map(|&file| sources.file(file).lines().len()).sum();
        LineStore {
            sources,
            lines: Vec::with_capacity(lines),
            // A guess at the tokens of a line; only the growing of the list depends on it.
            tokens: Vec::with_capacity(lines * 6),
            generated: Vec::new(),
            pool: String::new(),
            pieces: Vec::new(),
            expansions: Vec::new(),
            includes: Vec::new(),
            unit_starts: Vec::new(),
        }
    }

    /// Notes that the next line added is the first of a unit.
    pub(crate) fn begin_unit(&mut self) {
        self.unit_starts.push(self.len());
    }

    /// The number of a line among those of its unit, with included files pasted in.
    fn pasted_number(&self, idx: LineIdx) -> u32 {
        let base = self.base(idx);
        let before = self.unit_starts.partition_point(|&start| start <= base);
        base - self.unit_starts[..before].last().copied().unwrap_or(0) + 1
    }

    pub(crate) fn len(&self) -> u32 {
        self.lines.len() as u32
    }

    pub(crate) fn line(&self, idx: LineIdx) -> &StoredLine {
        &self.lines[idx as usize]
    }

    pub(crate) fn text(&self, idx: LineIdx) -> &str {
        let line = self.line(idx);
        if line.generated == NONE {
            return self.file_text(idx);
        }
        let (start, end) = self.generated[line.generated as usize].text;
        &self.pool[start..end]
    }

    /// The text the line has in its file.
    pub(crate) fn file_text(&self, idx: LineIdx) -> &'a str {
        let line = self.line(idx);
        &self.sources.file(line.file).text()[line.start as usize..line.end as usize]
    }

    pub(crate) fn tokens(&self, idx: LineIdx) -> &[SourceToken] {
        let (start, end) = self.line(idx).tokens;
        &self.tokens[start as usize..end as usize]
    }

    /// The text of a line, with the pieces that were put into it.
    pub(crate) fn draft(&self, idx: LineIdx) -> LineDraft {
        // `NONE` lies beyond the end of every list, so looking it up finds nothing.
        let pieces = match self.generated.get(self.line(idx).generated as usize) {
            Some(generated) => {
                self.pieces[generated.pieces.0 as usize..generated.pieces.1 as usize].to_vec()
            }
            None => Vec::new(),
        };
        LineDraft { text: self.text(idx).to_owned(), pieces }
    }

    /// Forgets all tokens, which nothing needs after the first pass.
    pub(crate) fn drop_tokens(&mut self) {
        self.tokens = Vec::new();
        for line in &mut self.lines {
            // Ranges into the old list would panic; empty ones do not.
            line.tokens = (0, 0);
        }
    }

    /// Adds a line of a file, without tokens as yet.
    pub(crate) fn add_line(
        &mut self,
        file: FileId,
        number: u32,
        bytes: (u32, u32),
        include: Option<u32>,
    ) -> LineIdx {
        make_room(&mut self.lines, 1);
        self.lines.push(StoredLine {
            file,
            number,
            start: bytes.0,
            end: bytes.1,
            tokens: (0, 0),
            include: include.unwrap_or(NONE),
            generated: NONE,
            in_comment: false,
            bad: false,
        });
        self.len() - 1
    }

    /// Marks a line that was just added.
    pub(crate) fn mark(&mut self, idx: LineIdx, in_comment: bool, bad: bool) {
        let line = &mut self.lines[idx as usize];
        line.in_comment = in_comment;
        line.bad = bad;
    }

    /// Gives the line added last its tokens.
    pub(crate) fn set_tokens(&mut self, idx: LineIdx, tokens: &[SourceToken]) {
        let tokens = self.add_tokens(tokens);
        self.lines[idx as usize].tokens = tokens;
    }

    /// Forgets the line added last, which must be one of a file that nothing refers to.
    pub(crate) fn pop_line(&mut self) {
        self.lines.pop();
    }

    fn add_tokens(&mut self, tokens: &[SourceToken]) -> (u32, u32) {
        let start = self.tokens.len() as u32;
        make_room(&mut self.tokens, tokens.len());
        self.tokens.extend_from_slice(tokens);
        (start, self.tokens.len() as u32)
    }

    /// Gives a line of a file another text.
    pub(crate) fn rewrite(
        &mut self,
        idx: LineIdx,
        draft: &LineDraft,
        tokens: &[SourceToken],
        bad: bool,
    ) {
        let generated = self.store_generated(draft, NONE, idx);
        let tokens = self.add_tokens(tokens);
        let line = &mut self.lines[idx as usize];
        // The tokens before the change stay in the list: ranges of later lines lie after them.
        line.generated = generated;
        line.tokens = tokens;
        line.bad = bad;
    }

    /// Adds a line that a macro call made of a line of its body. Its tokens are not kept.
    pub(crate) fn add_expanded(
        &mut self,
        base: LineIdx,
        draft: &LineDraft,
        expansion: u32,
    ) -> LineIdx {
        let generated = self.store_generated(draft, expansion, base);
        // File, number and include are those of the body line, which is where a problem in it is
        // shown.
        let line = StoredLine { generated, tokens: (0, 0), ..*self.line(base) };
        make_room(&mut self.lines, 1);
        self.lines.push(line);
        self.len() - 1
    }

    /// Forgets the line added last, which must be an expanded one that nothing refers to.
    pub(crate) fn drop_expanded(&mut self) {
        if self.lines.pop().is_some()
            && let Some(generated) = self.generated.pop()
        {
            // Texts and pieces were appended last, so cutting the lists removes exactly those of
            // this line.
            self.pool.truncate(generated.text.0);
            self.pieces.truncate(generated.pieces.0 as usize);
        }
    }

    /// Stores the text of a line made by `.eqv` or a macro, and returns its index in `generated`.
    fn store_generated(&mut self, draft: &LineDraft, expansion: u32, base: LineIdx) -> u32 {
        let start = self.pool.len();
        self.pool.push_str(&draft.text);
        let first = self.pieces.len() as u32;
        self.pieces.extend_from_slice(&draft.pieces);
        self.generated.push(GeneratedText {
            text: (start, self.pool.len()),
            pieces: (first, self.pieces.len() as u32),
            expansion,
            base,
        });
        self.generated.len() as u32 - 1
    }

    pub(crate) fn add_expansion(&mut self, call: LineIdx, name: SourceToken) -> u32 {
        let outermost = self.outermost(call);
        self.expansions.push(MacroExpansion { call, name: (name.start, name.end), outermost });
        self.expansions.len() as u32 - 1
    }

    pub(crate) fn add_include(&mut self, at: Span, parent: Option<u32>) -> u32 {
        self.includes.push(IncludeSite { at, parent: parent.unwrap_or(NONE) });
        self.includes.len() as u32 - 1
    }

    /// The line of a file that a line stands for: itself, or the body line it was made of.
    pub(crate) fn base(&self, idx: LineIdx) -> LineIdx {
        match self.expansion(idx) {
            Some(_) => self.generated[self.line(idx).generated as usize].base,
            None => idx,
        }
    }

    /// The macro call a line comes from.
    pub(crate) fn expansion(&self, idx: LineIdx) -> Option<MacroExpansion> {
        let generated = self.generated.get(self.line(idx).generated as usize)?;
        self.expansions.get(generated.expansion as usize).copied()
    }

    /// The line of the outermost macro call, or the line itself.
    pub(crate) fn outermost(&self, idx: LineIdx) -> LineIdx {
        self.expansion(idx).map_or(idx, |expansion| expansion.outermost)
    }

    /// The bytes of the file that a place in a line's text comes from.
    pub(crate) fn span(&self, site: LineSite) -> Span {
        let line = self.line(site.line);
        let (start, end) = match self.generated.get(line.generated as usize) {
            Some(generated) => {
                let pieces = &self.pieces[generated.pieces.0 as usize..generated.pieces.1 as usize];
                (trace_start(pieces, site.start), trace_end(pieces, site.end))
            }
            None => (site.start, site.end),
        };
        let start = (line.start + start).min(line.end);
        let end = (line.start + end).clamp(start, line.end);
        // A place in a text that is still being replaced may fall inside a character of the file.
        let text = self.sources.file(line.file).text();
        let start = text.floor_char_boundary(start as usize) as u32;
        let end = text.ceil_char_boundary(end as usize) as u32;
        Span { file: line.file, start, end }
    }

    /// The bytes of a line in its file.
    pub(crate) fn line_span(&self, idx: LineIdx) -> Span {
        let line = self.line(idx);
        Span { file: line.file, start: line.start, end: line.end }
    }

    /// The origin of a line, as an index into all includes followed by all macro calls.
    pub(crate) fn origin(&self, idx: LineIdx) -> Option<u32> {
        let line = self.line(idx);
        match self.generated.get(line.generated as usize) {
            Some(generated) if generated.expansion != NONE => {
                Some(self.includes.len() as u32 + generated.expansion)
            }
            _ => (line.include != NONE).then_some(line.include),
        }
    }

    /// Every include: where it stands, and the one that its file came from.
    pub(crate) fn includes(
        &self,
    ) -> impl ExactSizeIterator<Item = (Span, Option<u32>)> + DoubleEndedIterator {
        self.includes
            .iter()
            .map(|include| (include.at, (include.parent != NONE).then_some(include.parent)))
    }

    /// Every macro call: where it stands, the macro's name, and how the calling line came about.
    pub(crate) fn calls(&self) -> impl Iterator<Item = (Span, &str, Option<u32>)> {
        self.expansions.iter().map(|expansion| {
            let (start, end) = expansion.name;
            let name = self.text(expansion.call).get(start as usize..end as usize).unwrap_or("");
            let site = LineSite { line: expansion.call, start, end, column: true, chain: true };
            (self.span(site), name, self.origin(expansion.call))
        })
    }

    /// The text of a line if it is not the one in the file.
    pub(crate) fn changed_text(&self, idx: LineIdx) -> Option<&str> {
        let text = self.text(idx);
        (text != self.file_text(idx)).then_some(text)
    }

    /// The includes and macro calls that lead to a line, outermost first.
    pub(crate) fn frames(&self, idx: LineIdx) -> Vec<SourceFrame> {
        let mut frames = Vec::new();
        let mut at = idx;
        while let Some(expansion) = self.expansion(at) {
            let (start, end) = expansion.name;
            let name = self.text(expansion.call).get(start as usize..end as usize).unwrap_or("");
            let site = LineSite { line: expansion.call, start, end, column: true, chain: true };
            frames.push(SourceFrame::Macro { call: self.span(site), name: name.to_owned() });
            at = expansion.call;
        }
        let mut include = self.line(at).include;
        while let Some(frame) = self.includes.get(include as usize) {
            frames.push(SourceFrame::Include(frame.at));
            include = frame.parent;
        }
        frames.reverse();
        frames
    }

    /// The location that MARS gives for a site.
    pub(crate) fn mars_place(&self, site: LineSite) -> MarsLocation {
        let line = self.line(site.line);
        let mut lines = vec![line.number];
        let mut at = site.line;
        while let Some(expansion) = self.expansion(at).filter(|_| site.chain) {
            at = expansion.call;
            // MARS: a call inside a macro is counted after includes are pasted in, the outermost
            // call and the offending line are counted in their own files.
            let is_outermost = self.expansion(at).is_none();
            let number = self.line(at).number;
            lines.push(if is_outermost { number } else { self.pasted_number(at) });
        }
        lines.reverse();
        let column = if site.column { self.column(site) } else { 0 };
        MarsLocation { file: Some(line.file), lines, column }
    }

    /// The column of a site, counted in UTF-16 units from 1.
    fn column(&self, site: LineSite) -> u32 {
        let text = self.text(site.line);
        utf16_len(text.get(..site.start as usize).unwrap_or(text)) + 1
    }
}

/// The length of a text in UTF-16 units, in which MARS counts columns.
pub(crate) fn utf16_len(text: &str) -> u32 {
    // Nearly all lines are ASCII, and some are very long.
    if text.is_ascii() { text.len() as u32 } else { text.encode_utf16().count() as u32 }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_draft_traces_places_back_through_replacements() {
        // add X, $t1, LONG  →  add $t0, $t1, LONG  →  add $t0, $t1, 5
        let mut draft = LineDraft::new("add X, $t1, LONG");
        draft.replace(4, 5, "$t0");
        draft.replace(14, 18, "5");
        assert_eq!(draft.text, "add $t0, $t1, 5");
        let trace = |start, end| (trace_start(&draft.pieces, start), trace_end(&draft.pieces, end));
        assert_eq!(trace(0, 3), (0, 3));
        assert_eq!(trace(4, 7), (4, 5));
        assert_eq!(trace(9, 12), (7, 10));
        assert_eq!(trace(14, 15), (12, 16));
        // A replacement within a replacement still points at the first name.
        draft.replace(5, 7, "zero");
        assert_eq!(draft.text, "add $zero, $t1, 5");
        assert_eq!(draft.pieces.len(), 2);
        assert_eq!(trace_start(&draft.pieces, 16), 12);
        assert_eq!(trace_start(&draft.pieces, 4), 4);
        assert_eq!(trace_end(&draft.pieces, 9), 5);
    }
}
