//! What checks have found, for people and as JSON.

use annotate_snippets::{AnnotationKind, Group, Level, Renderer};
use jetan_debug::checks::{FINDINGS_MAX, Finding};
use serde::Serialize;

use super::Report;
use crate::render::excerpt::{Mark, excerpts};

/// A finding for machines.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct WireFinding<'r> {
    /// The name of the check, as in `--check=LIST`.
    check: &'static str,
    code: &'static str,
    message: &'r str,
    /// How many instructions had been executed.
    instant: u64,
    /// The place to look at first, then the others that matter.
    places: Vec<WirePlace<'r>>,
    help: &'r str,
}

/// A line that has to do with a finding.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
struct WirePlace<'r> {
    pc: u32,
    file: Option<&'r str>,
    line: Option<u32>,
    label: &'r str,
}

impl Report<'_> {
    /// What was found, a report each; empty if nothing was.
    pub(crate) fn findings_text(&self, colored: bool) -> String {
        let renderer = if colored { Renderer::styled() } else { Renderer::plain() };
        let mut text = String::new();
        for finding in self.findings {
            text += &renderer.render(&[self.finding(finding)]);
            text += "\n";
        }
        if self.findings.len() >= FINDINGS_MAX {
            text += &format!("jetan: these are the first {FINDINGS_MAX} findings; correct them and check again\n");
        }
        text
    }

    fn finding(&self, finding: &Finding) -> Group<'static> {
        let title = Level::WARNING.primary_title(finding.message.clone()).id(finding.code);
        let mut marks: Vec<Mark> = Vec::new();
        for (idx, place) in finding.places.iter().enumerate() {
            let Some(statement) = self.statement(place.pc) else { continue };
            let kind =
                if idx == 0 { AnnotationKind::Primary } else { AnnotationKind::Context };
            let mark = self.mark(&statement, &place.label, kind);
            match marks.iter_mut().find(|known| known.span == mark.span) {
                Some(known) => known.label = format!("{}; {}", known.label, mark.label),
                None => marks.push(mark),
            }
        }
        let shown = excerpts(self.sources, marks).into_iter().map(|excerpt| excerpt.snippet);
        Group::with_title(title)
            .elements(shown)
            .element(Level::HELP.message(finding.help.clone()))
    }

    pub(super) fn wire_findings(&self) -> Vec<WireFinding<'_>> {
        self.findings.iter().map(|finding| self.wire_finding(finding)).collect()
    }

    fn wire_finding<'s>(&'s self, finding: &'s Finding) -> WireFinding<'s> {
        let places = finding.places.iter().map(|place| {
            let statement = self.statement(place.pc);
            WirePlace {
                pc: place.pc,
                file: statement.map(|one| self.sources.file(one.span.file).name()),
                line: statement.map(|one| one.number),
                label: &place.label,
            }
        });
        WireFinding {
            check: finding.check.name(),
            code: finding.code,
            message: &finding.message,
            instant: finding.instant,
            places: places.collect(),
            help: &finding.help,
        }
    }
}
