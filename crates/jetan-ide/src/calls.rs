//! Procedures and their calls: who calls whom, and where.

use std::collections::BTreeMap;

use jetan_asm::outline::{OutlineProcedure, ReferenceTarget};
use jetan_asm::{FileId, Span};

use crate::Analysis;

/// A procedure: a label that is called, global, or `main`, with the code after it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ProcedureItem {
    /// The name of its label.
    pub name: String,
    /// The label where it is defined.
    pub name_span: Span,
    /// From the label to the end of its last statement.
    pub span: Span,
}

/// A procedure at the other end of calls.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ProcedureCall {
    /// The caller or the called procedure.
    pub procedure: ProcedureItem,
    /// The names in the `jal` instructions, in the order of the sources.
    pub places: Vec<Span>,
}

impl Analysis {
    /// The procedure that is named at an offset, or else the one whose code the offset lies in.
    pub fn procedure_at(&self, file: FileId, offset: u32) -> Option<ProcedureItem> {
        let named = self.names.at(file, offset).and_then(|one| match one.target {
            ReferenceTarget::Symbol(symbol) => self.procedure_of(symbol),
            _ => None,
        });
        let holds = |span: Span| span.file == file && (span.start..=span.end).contains(&offset);
        let around = || self.outline.procedures.iter().find(|one| holds(one.span));
        named.or_else(around).and_then(|one| self.procedure_item(one))
    }

    /// The procedures that call the one whose label is defined at a place.
    pub fn callers(&self, label: Span) -> Vec<ProcedureCall> {
        let Some(wanted) = self.names.at(label.file, label.start).map(|one| one.target) else {
            return Vec::new();
        };
        let is_call = |span: Span| self.called(span) == Some(wanted);
        let calls = self.outline.references.iter().filter(|one| one.is_call && is_call(one.span));
        let caller = |span: Span| {
            let holds = |one: &&OutlineProcedure| {
                one.span.file == span.file && (one.span.start..=one.span.end).contains(&span.start)
            };
            self.outline.procedures.iter().find(holds)
        };
        self.grouped(calls.filter_map(|one| Some((caller(one.span)?, one.span))))
    }

    /// The procedures that are called by the one whose label is defined at a place.
    pub fn callees(&self, label: Span) -> Vec<ProcedureCall> {
        let own = self.procedure_at(label.file, label.start).filter(|one| one.name_span == label);
        let Some(own) = own else { return Vec::new() };
        let is_inside = |span: Span| {
            span.file == own.span.file && (own.span.start..=own.span.end).contains(&span.start)
        };
        let calls = self.outline.references.iter().filter(|one| one.is_call && is_inside(one.span));
        let callee = |span: Span| match self.called(span)? {
            ReferenceTarget::Symbol(symbol) => self.procedure_of(symbol),
            _ => None,
        };
        self.grouped(calls.filter_map(|one| Some((callee(one.span)?, one.span))))
    }

    /// The meaning of a name, the same for all definitions in one position.
    fn called(&self, span: Span) -> Option<ReferenceTarget> {
        let occurrence = self.names.at(span.file, span.start)?;
        (occurrence.span == span).then_some(occurrence.target)
    }

    fn procedure_of(&self, symbol: usize) -> Option<&OutlineProcedure> {
        self.outline.procedures.iter().find(|one| one.symbol == symbol)
    }

    fn procedure_item(&self, one: &OutlineProcedure) -> Option<ProcedureItem> {
        let symbol = self.outline.symbols.get(one.symbol)?;
        Some(ProcedureItem { name: symbol.name.clone(), name_span: symbol.span, span: one.span })
    }

    /// Calls by the procedure at their other end, in the order of the sources.
    fn grouped<'a>(
        &self,
        calls: impl Iterator<Item = (&'a OutlineProcedure, Span)>,
    ) -> Vec<ProcedureCall> {
        let mut by_place: BTreeMap<Span, (&OutlineProcedure, Vec<Span>)> = BTreeMap::new();
        for (procedure, place) in calls {
            by_place.entry(procedure.span).or_insert((procedure, Vec::new())).1.push(place);
        }
        let call = |(procedure, places): (&OutlineProcedure, Vec<Span>)| {
            Some(ProcedureCall { procedure: self.procedure_item(procedure)?, places })
        };
        by_place.into_values().filter_map(call).collect()
    }
}
