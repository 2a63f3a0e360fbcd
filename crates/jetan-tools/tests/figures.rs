//! Every figure of `testdata/tools/figures.tsv` that is about a tool of this crate.
//!
//! MARS's rows are reproduced with its faults switched on, `model-` rows without.
#![expect(clippy::disallowed_methods, reason = "reads recorded figures")]
#![expect(clippy::unwrap_used, reason = "a test that cannot read its data fails")]

#[path = "figures/devices.rs"]
mod devices;
#[path = "figures/mars.rs"]
mod mars;
#[path = "figures/model.rs"]
mod model;
#[path = "figures/program.rs"]
mod program;
#[path = "../../jetan-machine/tests/reference/host.rs"]
mod quiet;
#[path = "../../jetan-machine/tests/common/witness.rs"]
mod witness;

use std::cell::Cell;
use std::collections::BTreeMap;
use std::path::PathBuf;

/// A row of the table. Whoever takes it must compare it.
pub(crate) struct FigureRow {
    pub(crate) tool: String,
    pub(crate) program: String,
    pub(crate) settings: String,
    pub(crate) figures: String,
    is_checked: Cell<bool>,
}

impl Drop for FigureRow {
    fn drop(&mut self) {
        let FigureRow { tool, program, settings, .. } = self;
        let is_fine = self.is_checked.get() || std::thread::panicking();
        assert!(is_fine, "{tool} {program} {settings} was not compared with anything");
    }
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
        self.is_checked.set(true);
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

/// The lines of a table in four columns, without its head.
fn lines(file: &str) -> Vec<[String; 4]> {
    let text = std::fs::read_to_string(folder().join(file)).unwrap();
    let lines = text.lines().skip(1).map(|line| {
        let columns: Vec<String> = line.split('\t').map(str::to_owned).collect();
        columns.try_into().unwrap_or_else(|_| panic!("{file}: {line}"))
    });
    lines.collect()
}

/// Whether a line of `not-ours.tsv` speaks of a row.
fn covers(listed: &[String; 4], row: &[String; 4]) -> bool {
    let [tool, program, settings, _] = listed;
    let is_same = match settings.strip_suffix('*') {
        Some(beginning) => row[2].starts_with(beginning),
        None => *settings == row[2],
    };
    (tool, program) == (&row[0], &row[1]) && is_same
}

/// The rows of a tool with some settings, by program, but for those that are listed as not ours.
pub(crate) fn rows_where(
    tool: &str,
    is_wanted: impl Fn(&str) -> bool,
) -> BTreeMap<String, Vec<FigureRow>> {
    let listed = lines("not-ours.tsv");
    let mut programs: BTreeMap<String, Vec<FigureRow>> = BTreeMap::new();
    for row in lines("figures.tsv") {
        let is_ours = !listed.iter().any(|one| covers(one, &row));
        if row[0] == tool && is_ours && is_wanted(&row[2]) {
            let [tool, program, settings, figures] = row;
            let is_checked = Cell::new(false);
            let row = FigureRow { tool, program: program.clone(), settings, figures, is_checked };
            programs.entry(program).or_default().push(row);
        }
    }
    assert!(!programs.is_empty(), "no rows for {tool}");
    programs
}

/// The rows of a tool, by program, but for those that are listed as not ours.
pub(crate) fn rows_of(tool: &str) -> BTreeMap<String, Vec<FigureRow>> {
    rows_where(tool, |_| true)
}

/// Tools with the test that compares all their rows; a row that it leaves out fails it.
const TOOLS: [(&str, fn()); 15] = [
    ("cache", mars::cache_rows),
    ("bht", mars::branch_history_rows),
    ("bht+counter", mars::branch_history_rows_with_a_counter_connected),
    ("counter", mars::counter_rows),
    ("statistics", mars::statistics_rows),
    ("memref", mars::reference_rows),
    ("float", mars::float_rows),
    ("bot", mars::robot_stops_where_mars_has_no_room),
    ("bitmap", devices::bitmap_rows),
    ("keydisp", devices::keyboard_and_display_rows),
    ("lab", devices::lab_rows),
    ("model-3c", model::kinds_of_misses),
    ("model-stack", model::stack_distances),
    ("model-predictor", model::predictors),
    ("model-pipeline", model::pipelines),
];

#[test]
fn every_row_is_compared_or_listed_with_a_reason() {
    let rows = lines("figures.tsv");
    assert_eq!(rows.len(), 665);
    for row in &rows {
        assert!(TOOLS.iter().any(|(tool, _)| *tool == row[0]), "{row:?}");
    }
    for listed in lines("not-ours.tsv") {
        assert!(rows.iter().any(|row| covers(&listed, row)), "{listed:?} is not a row");
        assert!(!listed[3].is_empty(), "{listed:?} has no reason");
    }
}

/// Of each tool every row is taken: one that a test skips fails when it is dropped.
#[test]
fn rows_of_all_tools() {
    for (_, compare) in TOOLS {
        compare();
    }
}
