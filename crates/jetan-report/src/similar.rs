//! The report of `jetan similar`: a table for the terminal, a page with the passages, JSON.

mod html;
mod json;

use std::fmt::Write as _;

use comfy_table::{CellAlignment, ContentArrangement, Table, presets};
use jetan_grade::similar::{SubmissionDocument, SubmissionPair};

use super::counted;
use super::human::one_line;

/// A submission that was compared.
pub struct ComparedSubmission {
    /// The name of whoever it is of.
    pub name: String,
    /// Names and contents of its sources.
    pub sources: Vec<(String, Vec<u8>)>,
    /// Files that were refused and why.
    pub refused: Vec<String>,
    /// The message of the panic that kept it from being compared, if one did.
    pub failed: Option<String>,
}

impl ComparedSubmission {
    /// The statements of the sources.
    pub fn document(&self) -> SubmissionDocument {
        SubmissionDocument::new(self.sources.iter().map(|(_, bytes)| bytes.as_slice()))
    }
}

/// The words for a submission whose comparison panicked.
const FAILED: &str = "Jetan failed on this submission, which is a bug in Jetan";

/// The words for a pair that shares nothing else.
const IDIOMS: &str = "only common idioms";

/// The similar pairs of a class.
pub struct SimilarityReport<'a> {
    /// The submissions, also those that could not be compared.
    pub compared: &'a [ComparedSubmission],
    /// The number of own statements of each.
    pub statements: Vec<usize>,
    /// The pairs to be shown, the most similar first.
    pub pairs: Vec<SubmissionPair>,
    /// Pairs that only share what everybody writes, the most similar first.
    pub idioms: Vec<SubmissionPair>,
    /// The number of pairs that are similar enough.
    pub found: usize,
    /// Submissions that are connected by pairs, by their numbers.
    pub clusters: Vec<Vec<usize>>,
    /// The least similarity that is reported, in percent.
    pub threshold: u8,
}

/// A share in whole percent, as far as it is complete.
pub(crate) fn percent(share: f64) -> u32 {
    // The small term makes up for products such as 0.29 * 100.0; rounding down keeps 100 % for what
    // is complete.
    (share * 100.0 + 1e-9).floor() as u32
}

impl SimilarityReport<'_> {
    fn name(&self, number: usize) -> &str {
        &self.compared[number].name
    }

    /// The table of pairs, and the clusters.
    pub fn text(&self) -> String {
        let mut text = String::new();
        if self.pairs.is_empty() {
            let _ = writeln!(text, "{}", self.headline());
        } else {
            let _ = writeln!(text, "{}\n\n{}", self.headline(), self.table().trim_fmt());
        }
        // A cluster of two is a pair of the table.
        for (number, cluster) in self.clusters.iter().enumerate().filter(|(_, it)| it.len() > 2) {
            let names: Vec<String> = cluster.iter().map(|&it| one_line(self.name(it))).collect();
            let _ = writeln!(text, "\ncluster {}: {}", number + 1, names.join(", "));
        }
        for pair in &self.idioms {
            let (left, right) = (self.name(pair.left), self.name(pair.right));
            let _ = writeln!(text, "\n{} and {}: {IDIOMS}", one_line(left), one_line(right));
        }
        for one in self.compared {
            if let Some(why) = &one.failed {
                let (name, why) = (one_line(&one.name), one_line(why));
                let _ = writeln!(text, "\n{name} was not compared: {FAILED}: {why}");
            }
        }
        let is_empty = |one: &&ComparedSubmission| one.sources.is_empty() && one.failed.is_none();
        for one in self.compared.iter().filter(is_empty) {
            let _ = writeln!(text, "\n{} has no source", one_line(&one.name));
        }
        text
    }

    fn headline(&self) -> String {
        let all = counted(self.compared.len(), "submission");
        let found = match self.found {
            0 => "no pair is".to_owned(),
            1 => "1 pair is".to_owned(),
            found => format!("{found} pairs are"),
        };
        let shown = if self.pairs.len() < self.found {
            format!("; the first {} are listed", self.pairs.len())
        } else {
            String::new()
        };
        format!("{all}: {found} similar by {} % or more{shown}", self.threshold)
    }

    fn table(&self) -> Table {
        let mut table = Table::new();
        table.load_style(presets::NOTHING).set_content_arrangement(ContentArrangement::Disabled);
        table.set_header(["similar", "submission", "of it", "and", "of it", "longest passage"]);
        for pair in &self.pairs {
            let longest = pair.passages.first().map_or(0, |passage| passage.statements);
            table.add_row([
                format!("{} %", percent(pair.similarity)),
                one_line(self.name(pair.left)),
                format!("{} %", percent(pair.left_covered)),
                one_line(self.name(pair.right)),
                format!("{} %", percent(pair.right_covered)),
                counted(longest, "statement"),
            ]);
        }
        for column in [0, 2, 4] {
            if let Some(column) = table.column_mut(column) {
                column.set_cell_alignment(CellAlignment::Right);
            }
        }
        table
    }
}
