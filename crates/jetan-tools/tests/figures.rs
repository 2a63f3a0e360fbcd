//! Every figure of `testdata/tools/figures.tsv` that is about a tool of this crate.
//!
//! MARS's rows are reproduced with its faults switched on, `model-` rows without.
#![expect(clippy::disallowed_methods, reason = "reads recorded figures")]
#![expect(clippy::unwrap_used, reason = "a test that cannot read its data fails")]

#[path = "../../jetan-machine/tests/reference/host.rs"]
mod host;
#[path = "figures/mars.rs"]
mod mars;
#[path = "figures/model.rs"]
mod model;
#[path = "figures/program.rs"]
mod program;

use std::collections::BTreeMap;
use std::path::PathBuf;

/// A row of the table.
pub(crate) struct FigureRow {
    pub(crate) tool: String,
    pub(crate) program: String,
    pub(crate) settings: String,
    pub(crate) figures: String,
}

impl FigureRow {
    /// The value behind `name=` in the settings.
    pub(crate) fn setting(&self, name: &str) -> &str {
        field(&self.settings, name)
    }

    pub(crate) fn number(&self, name: &str) -> u32 {
        self.setting(name).parse().unwrap()
    }

    /// Compares the beginning of the figures: the status and the program counter of MARS's own
    /// thread come behind.
    pub(crate) fn check(&self, expected: &str) {
        let is_same = self.figures == expected
            || self.figures.strip_prefix(expected).is_some_and(|rest| rest.starts_with(';'));
        assert!(
            is_same,
            "{} {} {}\n measured {}\n got      {expected}",
            self.tool, self.program, self.settings, self.figures
        );
    }
}

/// The value behind `name=` in a list separated by semicolons.
pub(crate) fn field<'t>(text: &'t str, name: &str) -> &'t str {
    let found = text.split(';').find_map(|part| part.strip_prefix(name)?.strip_prefix('='));
    found.unwrap_or_else(|| panic!("no {name} in {text}"))
}

pub(crate) fn folder() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../testdata/tools")
}

fn rows() -> Vec<FigureRow> {
    let text = std::fs::read_to_string(folder().join("figures.tsv")).unwrap();
    let rows = text.lines().skip(1).map(|line| {
        let columns: Vec<&str> = line.split('\t').collect();
        let [tool, program, settings, figures] = columns[..] else { panic!("{line}") };
        FigureRow {
            tool: tool.to_owned(),
            program: program.to_owned(),
            settings: settings.to_owned(),
            figures: figures.to_owned(),
        }
    });
    rows.collect()
}

/// The rows of a tool, by program.
pub(crate) fn rows_of(tool: &str) -> BTreeMap<String, Vec<FigureRow>> {
    let mut programs: BTreeMap<String, Vec<FigureRow>> = BTreeMap::new();
    for row in rows().into_iter().filter(|row| row.tool == tool) {
        programs.entry(row.program.clone()).or_default().push(row);
    }
    assert!(!programs.is_empty(), "no rows for {tool}");
    programs
}

/// Rows that are checked somewhere in this test, or listed with a reason.
#[test]
fn every_row_is_about_a_tool_that_is_known() {
    let here = [
        "cache",
        "bht",
        "bht+counter",
        "counter",
        "statistics",
        "memref",
        "float",
        "bot",
        "model-3c",
        "model-stack",
        "model-predictor",
        "model-pipeline",
    ];
    // Devices of the machine, which has tests of its own.
    let devices = ["bitmap", "keydisp", "lab"];
    let rows = rows();
    assert_eq!(rows.len(), 665);
    for row in rows {
        let tool = row.tool.as_str();
        assert!(here.contains(&tool) || devices.contains(&tool), "{tool}");
    }
}
