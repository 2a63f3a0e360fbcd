//! What a class came to, in every form that somebody reads.
//!
//! [`student`] decides what a student may see; every form for students is made from it.

mod autolab;
mod board;
mod classroom50;
mod csv;
mod exercism;
mod github;
mod gradescope;
mod html;
mod json;
mod junit;
mod markdown;
mod open;
mod prairielearn;
mod student;
mod vpl;

use std::collections::BTreeSet;
use std::fmt::Write as _;

use comfy_table::{CellAlignment, ContentArrangement, Table, presets};
use jetan_asm::{Diagnostic, SourceSet};
use jetan_grade::grade::Graded;
use jetan_grade::rubric::{Points, Rubric};

use super::counted;
use super::human::one_line;
use crate::cli::grade::Format;
use crate::files::unused_name;

/// Names of criteria that are wider together stand below the table instead of above its columns.
const CRITERIA_COLUMNS_MAX: usize = 90;
/// Mistakes of a source that are listed.
const MISTAKES_MAX: usize = 20;

/// A class that was graded.
pub(crate) struct Report<'a> {
    pub(crate) rubric: &'a Rubric,
    /// The submissions in the order of their names.
    pub(crate) graded: &'a [Graded],
}

/// The files of a report: name and contents.
pub(crate) fn files_of(report: &Report<'_>, format: Format) -> Vec<(String, Vec<u8>)> {
    let one = |name: &str, text: String| vec![(name.to_owned(), text.into_bytes())];
    match format {
        Format::Html => html::files(report),
        Format::Csv => one("grades.csv", csv::table(report)),
        Format::Json => one("grades.json", report.json()),
        Format::Junit => one("junit.xml", junit::suites(report)),
        Format::Markdown => one("report.md", markdown::page(report)),
        Format::Gradescope => report.each("gradescope", "results.json", gradescope::results),
        Format::Prairielearn => report.each("prairielearn", "results.json", prairielearn::results),
        Format::Autolab => report.each("autolab", "output.txt", autolab::output),
        Format::Classroom50 => report.each("classroom50", "result.json", classroom50::result),
        Format::Github => report.each("github", "result.txt", github::result),
        Format::Vpl => report.each("vpl", "output.txt", vpl::output),
        Format::Exercism => report.each("exercism", "results.json", exercism::results),
    }
}

impl Report<'_> {
    /// A file for each student in a folder of its own; for a single one without the folder.
    fn each(
        &self,
        folder: &str,
        file: &str,
        make: fn(&Report<'_>, &Graded) -> String,
    ) -> Vec<(String, Vec<u8>)> {
        if let [only] = self.graded {
            return vec![(format!("{folder}/{file}"), make(self, only).into_bytes())];
        }
        let names = self.file_names();
        let made = names.iter().zip(self.graded).map(|(name, graded)| {
            (format!("{folder}/{name}/{file}"), make(self, graded).into_bytes())
        });
        made.collect()
    }

    /// A name for the file of each student that every system knows as one.
    fn file_names(&self) -> Vec<String> {
        let mut used = BTreeSet::new();
        self.graded.iter().map(|graded| unused_name(&graded.name, &mut used)).collect()
    }

    /// The table for the terminal.
    pub(crate) fn text(&self) -> String {
        let mut table = Table::new();
        table.load_style(presets::NOTHING).set_content_arrangement(ContentArrangement::Disabled);
        let criteria: Vec<String> =
            self.rubric.criteria.iter().map(|it| one_line(&it.name)).collect();
        let wide: usize = criteria.iter().map(|name| name.chars().count() + 2).sum();
        let is_wide = wide > CRITERIA_COLUMNS_MAX;
        let numbered = (1..=criteria.len()).map(|number| number.to_string()).collect();
        let head = ["submission".to_owned(), "points".to_owned()].into_iter();
        let named = if is_wide { numbered } else { criteria.clone() };
        table.set_header(head.chain(named).collect::<Vec<_>>());
        for graded in self.graded {
            let marked = |points: Points, is_open: bool| {
                format!("{points}{}", if is_open { open::MARK } else { "" })
            };
            let criteria = graded.criteria.iter();
            let points = criteria.map(|criterion| marked(criterion.points, criterion.is_open()));
            let all = marked(graded.points, graded.is_open());
            let head = [one_line(&graded.name), all].into_iter();
            table.add_row(head.chain(points).collect::<Vec<_>>());
        }
        for column in 1..self.rubric.criteria.len() + 2 {
            if let Some(column) = table.column_mut(column) {
                column.set_cell_alignment(CellAlignment::Right);
            }
        }
        let mut text = format!(
            "{}: {}, {} points at most\n\n{}\n",
            one_line(&self.rubric.title),
            counted(self.graded.len(), "submission"),
            self.rubric.points(),
            table.trim_fmt(),
        );
        if is_wide {
            let names = self.rubric.criteria.iter().zip(&criteria).enumerate();
            for (number, (criterion, name)) in names {
                let points = criterion.points;
                let _ = write!(text, "\n{:>3}  {name} ({points})", number + 1);
            }
            text.push('\n');
        }
        let notes = self.notes();
        if !notes.is_empty() {
            let _ = writeln!(text, "\n{}", notes.join("\n"));
        }
        // Whoever asks about one submission wants to know why.
        if let [only] = self.graded { text + &self.reasons(only) } else { text }
    }

    /// Why a submission did not get everything, as far as its student may know: platforms show
    /// students what is printed.
    fn reasons(&self, graded: &Graded) -> String {
        let tests = student::tests(self.rubric, graded).into_iter();
        let mut text = String::new();
        for test in tests.filter(|test| !test.is_passed() && !test.text.is_empty()) {
            let _ = writeln!(text, "\n{}: {}", one_line(&test.name), test.worth());
            for line in test.text.lines() {
                let _ = writeln!(text, "{}", format!("  {line}").trim_end());
            }
        }
        text
    }

    /// What is to be said about submissions besides their points, a line each.
    fn notes(&self) -> Vec<String> {
        let mut notes = Vec::new();
        for graded in self.graded {
            let problem = graded.problem.as_ref().and_then(|it| it.lines().next());
            let said = problem.map(str::to_owned).into_iter();
            let said = said.chain(graded.refused.iter().cloned()).chain(open::lines(graded));
            let named = |said: String| format!("{}: {}", one_line(&graded.name), one_line(&said));
            notes.extend(said.map(named));
        }
        notes
    }

    /// The problem of a submission or what is open about it, in one line; may be empty.
    fn problem(graded: &Graded) -> String {
        let problem = graded.problem.as_ref().and_then(|it| it.lines().next());
        problem.map_or_else(|| open::brief(graded), str::to_owned)
    }
}

/// What came of a rubric of one case, for whoever has it again.
pub(crate) fn one_case(rubric: &Rubric, graded: &Graded) -> String {
    let notes = student::notes(graded);
    let mut text = if notes.is_empty() { notes } else { notes + "\n" };
    for criterion in &graded.criteria {
        // Who reads this has just typed the command.
        text += &student::without_commands(&student::explain(rubric, criterion));
    }
    text
}

/// The mistakes of a source, a line each.
pub(crate) fn mistakes(diagnostics: &[Diagnostic], sources: &SourceSet) -> String {
    let mut text = "it cannot be assembled".to_owned();
    let errors =
        diagnostics.iter().filter(|it| it.severity() == jetan_asm::problem::Severity::Error);
    for (number, error) in errors.take(MISTAKES_MAX).enumerate() {
        let (file, place) = super::located(sources, error.span);
        // The first one has to do where there is room for one line.
        text += if number == 0 { ": " } else { "\n" };
        let _ = write!(text, "{file}:{}: {}", place.line, error.problem.message());
    }
    text
}
