//! The report of the instrumentation: findings, registers, memory; for people and as JSON.

use annotate_snippets::{AnnotationKind, Group, Level, Renderer};
use jetan_asm::Span;
use jetan_debug::checks::{FINDINGS_MAX, Finding};
use jetan_debug::coverage::{CoverageGap, GAPS_MAX};
use jetan_debug::notes::DebugNote;
use jetan_symbols::DebugSymbols;
use serde::Serialize;

use super::excerpt::{SourceMark, excerpts};
use super::runtime;
use crate::tools::ToolReport;
use crate::view::WireView;

/// The part of `jetan run --json` about instrumentation; fields that were not asked for are absent.
#[derive(Debug, Default, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct InstrumentationReport {
    /// The findings of `--check`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub findings: Option<Vec<WireFinding>>,
    /// The findings of `--coverage`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub coverage: Option<Vec<WireGap>>,
    /// The figures of tools such as `--cache`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub tools: Option<ToolReport>,
    /// Notes about the run.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub notes: Vec<WireNote>,
    /// The registers and the memory that `--registers` and `--show-memory` show.
    #[serde(flatten)]
    pub view: WireView,
}

/// Lines that were never executed, for machines.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct WireGap {
    file: String,
    first: u32,
    last: u32,
    #[serde(skip_serializing_if = "Option::is_none")]
    reason: Option<String>,
}

/// Gaps for machines.
pub fn wire_gaps(gaps: &[CoverageGap]) -> Vec<WireGap> {
    let wire = |gap: &CoverageGap| WireGap {
        file: gap.file.clone(),
        first: gap.first,
        last: gap.last,
        reason: gap.reason.clone(),
    };
    gaps.iter().map(wire).collect()
}

/// Gaps for people, a line each.
pub fn coverage_text(gaps: &[CoverageGap]) -> String {
    if gaps.is_empty() {
        return "every line was executed\n".to_owned();
    }
    let mut text: String = gaps.iter().map(|gap| gap.text() + "\n").collect();
    if gaps.len() == GAPS_MAX {
        text.push_str("jetan: there may be more lines that were never executed\n");
    }
    text
}

/// A note for machines.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct WireNote {
    code: &'static str,
    message: String,
    pc: u32,
    file: Option<String>,
    line: Option<u32>,
}

/// A finding for machines.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct WireFinding {
    /// The name of the check, as in `--check=LIST`.
    check: &'static str,
    code: &'static str,
    message: String,
    /// The instruction count.
    instant: u64,
    /// The place to look at first, then the others that matter.
    places: Vec<WirePlace>,
    help: String,
}

/// A line that has to do with a finding.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
struct WirePlace {
    pc: u32,
    file: Option<String>,
    line: Option<u32>,
    label: String,
}

/// A report for each finding; empty if there are none.
pub fn findings_text(findings: &[Finding], names: &DebugSymbols, colored: bool) -> String {
    let renderer = if colored { Renderer::styled() } else { Renderer::plain() };
    let reports = findings.iter().map(|one| renderer.render(&report(one, names)) + "\n");
    let mut text: String = reports.collect();
    if findings.len() >= FINDINGS_MAX {
        text.push_str("jetan: there may be more; correct these and check again\n");
    }
    text
}

fn report(finding: &Finding, names: &DebugSymbols) -> Vec<Group<'static>> {
    let title = Level::WARNING.primary_title(finding.message.clone()).id(finding.code);
    let mut marks: Vec<SourceMark> = Vec::new();
    for (idx, place) in finding.places.iter().enumerate() {
        let Some(span) = span(place.pc, names) else { continue };
        let kind = if idx == 0 { AnnotationKind::Primary } else { AnnotationKind::Context };
        // Two marks on one span would be drawn over each other.
        match marks.iter_mut().find(|known| known.span == span) {
            Some(known) => known.label = format!("{}; {}", known.label, place.label),
            None => marks.push(SourceMark { span, label: place.label.clone(), kind }),
        }
    }
    let shown = excerpts(&names.sources, marks).into_iter().map(|excerpt| excerpt.snippet);
    let more = format!("more about this: jetan explain {}", finding.code);
    let group = Group::with_title(title).elements(shown);
    let group = group.element(Level::HELP.message(finding.help.clone()));
    let mut groups = vec![group.element(Level::NOTE.message(more))];
    let first = finding.places.first().map_or(0, |place| place.pc);
    groups.extend(runtime::origin(first, names));
    groups
}

/// The statement of an instruction, without its label and its comment.
fn span(pc: u32, names: &DebugSymbols) -> Option<Span> {
    let statement = names.statement(pc)?;
    let line = names.sources.text(statement.span);
    let code = line.split('#').next().unwrap_or(line).trim_end();
    // By the mnemonic, because a label may stand before it on the same line.
    let mnemonic = code.find(statement.mnemonic).filter(|_| !statement.mnemonic.is_empty());
    let indent = mnemonic.unwrap_or(code.len() - code.trim_start().len());
    let mut span = statement.span;
    span.end = span.start + code.len().max(indent) as u32;
    span.start += indent as u32;
    Some(span)
}

/// Findings for machines.
pub fn wire(findings: &[Finding], names: &DebugSymbols) -> Vec<WireFinding> {
    let places = |finding: &Finding| {
        let places = finding.places.iter().map(|place| {
            let line = names.line(place.pc);
            WirePlace {
                pc: place.pc,
                line: line.as_ref().map(|line| line.number),
                file: line.map(|line| line.file),
                label: place.label.clone(),
            }
        });
        places.collect()
    };
    let wire = findings.iter().map(|finding| WireFinding {
        check: finding.check.name(),
        code: finding.code,
        message: finding.message.clone(),
        instant: finding.step,
        places: places(finding),
        help: finding.help.clone(),
    });
    wire.collect()
}

/// Notes for machines.
pub fn wire_notes(notes: &[DebugNote], names: &DebugSymbols) -> Vec<WireNote> {
    let wire = notes.iter().map(|note| {
        let line = names.line(note.pc);
        WireNote {
            code: note.code,
            message: note.text.clone(),
            pc: note.pc,
            line: line.as_ref().map(|line| line.number),
            file: line.map(|line| line.file),
        }
    });
    wire.collect()
}

/// Notes for people, a line each.
pub fn notes_text(notes: &[WireNote]) -> String {
    let lines = notes.iter().map(|note| {
        let place = match (&note.file, note.line) {
            (Some(file), Some(line)) => format!("{file}:{line}"),
            _ => format!("{:#010x}", note.pc),
        };
        note_text(&place, &note.message)
    });
    lines.collect()
}

/// A note for people, with its line end.
pub fn note_text(place: &str, message: &str) -> String {
    format!("note: {place}: {message}\n")
}
