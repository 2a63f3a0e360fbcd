//! Diagnostics and programs as the types of [`wire`].

use jetan_asm::diagnostic::SourceFrame;
use jetan_asm::problem::Severity;
use jetan_asm::program::ProgramSymbol;
use jetan_asm::{Diagnostic, Program, SourceSet, Span};
use jetan_isa::SegmentKind;

use super::{ProblemTally, located, place};
use crate::listing;
use crate::wire::{
    self, AssemblyAnswer, ProgramSummary, WireCode, WireDiagnostic, WireFrame, WireLabel,
    WirePlace, WireSegment, WireSymbol,
};

/// The parts to include besides the summary of a program.
#[derive(Clone, Copy, Debug, Default)]
pub struct ProgramExtras {
    /// The labels.
    pub symbols: bool,
    /// The instructions.
    pub code: bool,
}

/// The answer about an assembly, as one line of JSON.
pub fn answer(
    program: Option<&Program>,
    diagnostics: &[Diagnostic],
    sources: &SourceSet,
    extras: ProgramExtras,
) -> String {
    let tally = ProblemTally::of(diagnostics);
    let answer = AssemblyAnswer {
        program: program.map(|program| summary(program, sources, extras)),
        errors: tally.errors,
        warnings: tally.warnings,
        diagnostics: diagnostics.iter().map(|one| diagnostic(one, sources)).collect(),
    };
    let mut text = wire::json(&answer);
    text.push('\n');
    text
}

fn summary(program: &Program, sources: &SourceSet, extras: ProgramExtras) -> ProgramSummary {
    let segments = program.image.segments.iter().map(|segment| WireSegment {
        kind: match segment.kind {
            SegmentKind::Text => "text",
            SegmentKind::KernelText => "kernelText",
            SegmentKind::Data => "data",
        },
        address: segment.address,
        bytes: segment.bytes.len(),
    });
    ProgramSummary {
        instructions: program.code.len(),
        entry: program.image.entry,
        memory: program.image.map.name,
        segments: segments.collect(),
        symbols: extras.symbols.then(|| symbols(program, sources)),
        code: extras.code.then(|| code(program, sources)),
    }
}

fn symbols(program: &Program, sources: &SourceSet) -> Vec<WireSymbol> {
    let wire = |symbol: &ProgramSymbol, global| WireSymbol {
        name: symbol.name.clone(),
        address: symbol.address,
        segment: if symbol.is_data { "data" } else { "text" },
        global,
        place: span(sources, symbol.span),
    };
    let local = program.files.iter().flat_map(|file| &file.symbols).map(|one| wire(one, false));
    let global = program.globals.iter().map(|one| wire(one, true));
    let mut symbols: Vec<WireSymbol> = local.chain(global).collect();
    symbols.sort_by_key(|symbol| symbol.address);
    symbols
}

fn code(program: &Program, sources: &SourceSet) -> Vec<WireCode> {
    let labels = listing::AddressLabels::of(program);
    let wire = |code: &jetan_asm::program::ProgramWord| {
        let statement = program.statement(code.statement);
        let file = statement.map(|statement| sources.file(statement.span.file).name());
        WireCode {
            address: code.address,
            word: code.word,
            instruction: labels.instruction(code),
            file: file.unwrap_or_default().to_owned(),
            line: statement.map_or(0, |statement| statement.number),
            // With its first word only: repeated, it would look like another line.
            source: statement.filter(|_| code.is_first).map(|one| one.text.trim().to_owned()),
        }
    };
    program.code.iter().map(wire).collect()
}

fn diagnostic(diagnostic: &Diagnostic, sources: &SourceSet) -> WireDiagnostic {
    let label = |label: &jetan_asm::diagnostic::SpanLabel| WireLabel {
        text: label.text.clone(),
        place: span(sources, label.span),
    };
    WireDiagnostic {
        code: diagnostic.code().0,
        severity: match diagnostic.severity() {
            Severity::Error => "error",
            Severity::Warning => "warning",
        },
        message: diagnostic.problem.message(),
        label: diagnostic.label.clone(),
        place: span(sources, diagnostic.span),
        labels: diagnostic.labels.iter().map(label).collect(),
        help: diagnostic.help.clone(),
        frames: diagnostic.frames.iter().map(|one| frame(one, sources)).collect(),
        assembled: diagnostic.assembled.clone(),
    }
}

fn frame(frame: &SourceFrame, sources: &SourceSet) -> WireFrame {
    match frame {
        SourceFrame::Include(at) => {
            WireFrame { kind: "include", name: None, place: span(sources, *at) }
        }
        SourceFrame::Macro { call, name } => {
            WireFrame { kind: "macro", name: Some(name.clone()), place: span(sources, *call) }
        }
    }
}

fn span(sources: &SourceSet, span: Span) -> WirePlace {
    let (file, start) = located(sources, span);
    let end = place(sources.file(span.file), span.end.max(span.start));
    WirePlace {
        file: file.to_owned(),
        line: start.line,
        column: start.column,
        end_line: end.line,
        end_column: end.column,
    }
}
