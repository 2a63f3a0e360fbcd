//! Foldable ranges: procedures, macros, segments, comments.

use jetan_asm::{FileId, Span};
use jetan_isa::Directive;
use jetan_order::SharedSort;

use crate::Analysis;

/// A range of whole lines that can be hidden.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FoldingRange {
    /// From the end of the line that stays visible to the end of the last line.
    pub span: Span,
    /// The kind of the range.
    pub kind: FoldKind,
}

/// The kind of a foldable range.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum FoldKind {
    /// The code after a label that is called, global, or `main`.
    Procedure,
    /// A macro definition.
    Macro,
    /// Everything from a segment directive to the next.
    Segment,
    /// Comments on lines of their own.
    Comment,
}

impl Analysis {
    /// The foldable ranges of a file, in the order of first lines.
    pub fn folds(&self, file: FileId) -> Vec<FoldingRange> {
        let mut found = Vec::new();
        let outline = &self.outline;
        let procedures = outline.procedures.iter().map(|one| (one.span, FoldKind::Procedure));
        let macros = outline.macros.iter().map(|one| (one.body, FoldKind::Macro));
        for (span, kind) in procedures.chain(macros).filter(|(span, _)| span.file == file) {
            let first = self.line_at(file, span.start).idx;
            let last = self.line_at(file, span.end).idx;
            found.push((first, last, kind));
        }
        self.runs(file, &mut found);
        found.shared_sort_by_key(|&(first, last, _)| (first, std::cmp::Reverse(last)));
        // Of ranges that begin on one line the longest stays: an editor shows one mark a line.
        found.dedup_by_key(|&mut (first, ..)| first);
        let lines = self.sources.file(file).lines();
        let fold = |&(first, last, kind): &(u32, u32, FoldKind)| {
            let (_, start) = *lines.get(first as usize)?;
            let (_, end) = *lines.get(last as usize)?;
            // There is nothing to hide on a single line.
            (first < last).then_some(FoldingRange { span: Span { file, start, end }, kind })
        };
        found.iter().filter_map(fold).collect()
    }

    /// Segments and runs of comments, found by going through the lines.
    fn runs(&self, file: FileId, found: &mut Vec<(u32, u32, FoldKind)>) {
        let mut segment: Option<u32> = None;
        let mut comment: Option<u32> = None;
        let mut last_used = 0;
        let lines = self.sources.file(file).lines().len() as u32;
        for idx in 0..lines {
            let line = self.line(file, idx);
            let is_comment = line.is_only_comment();
            match comment {
                Some(first) if !is_comment => {
                    found.push((first, idx - 1, FoldKind::Comment));
                    comment = None;
                }
                None if is_comment => comment = Some(idx),
                _ => {}
            }
            let begins = line.directive().is_some_and(is_segment);
            if let Some(first) = segment.filter(|_| begins) {
                found.push((first, last_used, FoldKind::Segment));
            }
            if begins {
                segment = Some(idx);
            }
            // Comments after a segment belong to what follows it.
            if !line.tokens.is_empty() {
                last_used = idx;
            }
        }
        found.extend(comment.map(|first| (first, lines - 1, FoldKind::Comment)));
        found.extend(segment.map(|first| (first, last_used, FoldKind::Segment)));
    }
}

fn is_segment(directive: Directive) -> bool {
    use Directive as D;
    matches!(directive, D::Data | D::Text | D::Kdata | D::Ktext)
}
