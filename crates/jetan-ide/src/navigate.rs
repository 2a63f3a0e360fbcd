//! Definitions and references.

use jetan_asm::outline::ReferenceTarget;
use jetan_asm::token::{SourceToken, TokenKind};
use jetan_asm::{FileId, Span};

use crate::Analysis;

impl Analysis {
    /// The definitions of the name at an offset; the start of the file for the name of an include.
    ///
    /// A name that is given a meaning several times has several places.
    pub fn definitions(&self, file: FileId, offset: u32) -> Vec<Span> {
        let mut includes = self.outline.includes.iter();
        let include = includes
            .find(|one| one.span.file == file && (one.span.start..=one.span.end).contains(&offset));
        if let Some(included) = include.and_then(|include| include.file) {
            return vec![Span { file: included, start: 0, end: 0 }];
        }
        let Some(occurrence) = self.names.at(file, offset) else { return Vec::new() };
        let written = self.names.of_target(occurrence.target).filter(|one| one.is_definition);
        let places: Vec<Span> = written.map(|one| one.span).collect();
        match occurrence.target {
            // What a macro's argument named is written in the call only.
            ReferenceTarget::Symbol(idx) if places.is_empty() => {
                vec![self.outline.symbols[idx].span]
            }
            _ => places,
        }
    }

    /// Every place that names what is named at an offset, in order; its definitions if wanted.
    pub fn references(&self, file: FileId, offset: u32, with_definitions: bool) -> Vec<Span> {
        let target = self.names.at(file, offset).map(|one| one.target);
        // All unknown names have the same target, and are not references to one thing.
        let Some(target) = target.filter(|target| *target != ReferenceTarget::Nothing) else {
            return Vec::new();
        };
        let all = self.names.of_target(target);
        all.filter(|one| with_definitions || !one.is_definition).map(|one| one.span).collect()
    }

    /// Other occurrences of the word at an offset: a name in its file, a register in its procedure.
    pub fn occurrences(&self, file: FileId, offset: u32) -> Vec<Span> {
        let line = self.line_at(file, offset);
        let column = line.column(offset);
        let at = line.token_at(column).filter(|_| !line.is_comment(column));
        let Some(token) = at.map(|at| line.tokens[at]) else { return Vec::new() };
        let is_register = matches!(token.kind, TokenKind::Register | TokenKind::FloatRegister);
        if !is_register {
            let all = self.references(file, line.place(token).start, true);
            return all.into_iter().filter(|span| span.file == file).collect();
        }
        // The same register means something else in another procedure.
        let around = self
            .outline
            .procedures
            .iter()
            .map(|procedure| procedure.span)
            .find(|span| span.file == file && (span.start..=span.end).contains(&offset));
        let Some(around) = around else { return vec![line.place(token)] };
        let first = self.line_at(file, around.start).idx;
        let last = self.line_at(file, around.end).idx;
        let mut places = Vec::new();
        for idx in first..=last {
            let line = self.line(file, idx);
            let same =
                |other: &&SourceToken| (other.kind, other.value) == (token.kind, token.value);
            places.extend(line.tokens.iter().filter(same).map(|other| line.place(*other)));
        }
        places
    }
}
