//! Quick fixes for problems, as edits.

use jetan_asm::outline::ReferenceTarget;
use jetan_asm::problem::Problem;
use jetan_asm::{Diagnostic, FileId, Span};

use crate::{Analysis, SourceEdit};

/// A change that is offered.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct QuickFix {
    /// The effect of the fix, in a few words.
    pub title: String,
    /// The problem that it puts right, as an index into [`Analysis::diagnostics`].
    pub diagnostic: usize,
    /// The changes, all of which belong together; they may be in another file.
    pub edits: Vec<SourceEdit>,
}

impl Analysis {
    /// Fixes for the problems that a range of a file touches.
    pub fn fixes(&self, file: FileId, start: u32, end: u32) -> Vec<QuickFix> {
        let touched = |span: Span| span.file == file && span.start <= end && start <= span.end;
        let mut fixes = Vec::new();
        for (idx, diagnostic) in self.diagnostics.iter().enumerate() {
            if touched(diagnostic.span) {
                fixes.extend(self.fixes_of(idx));
            }
        }
        fixes
    }

    /// Fixes for one problem, by its index in [`Analysis::diagnostics`].
    pub fn fixes_of(&self, idx: usize) -> Vec<QuickFix> {
        let Some(diagnostic) = self.diagnostics.get(idx) else { return Vec::new() };
        let single = diagnostic.fixes.iter().map(|edit| QuickFix {
            title: self.title(edit),
            diagnostic: idx,
            edits: vec![edit.clone()],
        });
        let mut fixes: Vec<QuickFix> = single.collect();
        fixes.extend(self.everywhere(idx, diagnostic));
        fixes
    }

    fn title(&self, edit: &SourceEdit) -> String {
        let old = self.sources.text(edit.span);
        let new = edit.text.trim();
        if old.is_empty() {
            format!("insert `{new}`")
        } else if new.is_empty() {
            format!("delete `{old}`")
        } else {
            format!("change `{old}` to `{new}`")
        }
    }

    /// A name that is misspelled several times is changed everywhere in its file.
    fn everywhere(&self, idx: usize, diagnostic: &Diagnostic) -> Option<QuickFix> {
        let Problem::UndefinedSymbol { name } = &diagnostic.problem else { return None };
        // Only a fix that replaces the name itself can be repeated elsewhere.
        let edit = diagnostic.fixes.first().filter(|edit| edit.span == diagnostic.span)?;
        let undefined = self.names.in_file(edit.span.file).iter().filter(|one| {
            one.target == ReferenceTarget::Nothing && self.sources.text(one.span) == *name
        });
        let edits: Vec<SourceEdit> =
            undefined.map(|one| SourceEdit { span: one.span, text: edit.text.clone() }).collect();
        let title = format!("change `{name}` to `{}` in {} places", edit.text, edits.len());
        (edits.len() > 1).then_some(QuickFix { title, diagnostic: idx, edits })
    }
}
