//! The results of a class, in every form that somebody reads.
//!
//! `student` decides what a student may see; every form for students is made from it.

mod autolab;
mod board;
mod change;
mod classroom50;
mod csv;
mod exercism;
mod github;
mod gradebook;
mod gradescope;
mod html;
mod json;
mod junit;
mod markdown;
mod open;
mod prairielearn;
mod statistics;
mod student;
mod vpl;

use std::collections::BTreeSet;
use std::fmt::Write as _;

use comfy_table::{CellAlignment, ContentArrangement, Table, presets};
use jetan_asm::{Diagnostic, SourceSet};
use jetan_grade::decisions::ClassBook;
use jetan_grade::grade::GradedSubmission;
use jetan_grade::rubric::{Points, Rubric};

use super::counted;
use super::human::one_line;
use crate::names::readable_name;

/// Names of criteria that are wider together stand below the table instead of above its columns.
const CRITERIA_COLUMNS_MAX: usize = 90;
/// Most errors of a source that are listed.
const MISTAKES_MAX: usize = 20;

/// A class that was graded.
#[derive(Clone, Copy)]
pub struct GradeReport<'a> {
    /// The rubric it was graded by.
    pub rubric: &'a Rubric,
    /// The submissions in the order of their names.
    pub graded: &'a [GradedSubmission],
    /// The class besides its grades.
    pub book: Option<&'a ClassBook>,
    /// Earlier grades, to say what has changed.
    pub before: Option<&'a [GradedSubmission]>,
    /// The column of a platform's gradebook, if somebody has named it.
    pub column: Option<&'a str>,
}

/// A kind of report.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum ReportFormat {
    /// A page for the class, and one for each student.
    Html,
    /// A table with a column for each criterion.
    Csv,
    /// Everything.
    Json,
    /// `JUnit` XML, as `CodeGrade`, `GitLab` and Jenkins read it.
    Junit,
    /// A table and a list for each student.
    Markdown,
    /// Gradescope's results.json, for each student.
    Gradescope,
    /// `PrairieLearn`'s results.json, for each student.
    Prairielearn,
    /// The last line that Autolab reads, for each student.
    Autolab,
    /// The result of a GitHub Actions grader, for each student.
    Github,
    /// The scores of Classroom 50's result.json, for each student.
    Classroom50,
    /// Comments and grade as Moodle's VPL reads them, for each student.
    Vpl,
    /// Exercism's results.json, for each student.
    Exercism,
    /// Grades as Canvas imports them.
    Canvas,
    /// Grades as Moodle's grading worksheet has them.
    Moodle,
    /// Grades as Blackboard's grade centre imports them.
    Blackboard,
}

/// Whether a format is for the gradebook of a platform, which knows students by their ids.
pub fn is_gradebook(format: ReportFormat) -> bool {
    matches!(format, ReportFormat::Canvas | ReportFormat::Moodle | ReportFormat::Blackboard)
}

/// The files of a report: name and contents.
pub fn files_of(report: &GradeReport<'_>, format: ReportFormat) -> Vec<(String, Vec<u8>)> {
    let one = |name: &str, text: String| vec![(name.to_owned(), text.into_bytes())];
    match format {
        ReportFormat::Html => html::files(report),
        ReportFormat::Csv => one("grades.csv", csv::table(report)),
        ReportFormat::Json => one("grades.json", report.json()),
        ReportFormat::Junit => one("junit.xml", junit::suites(report)),
        ReportFormat::Markdown => one("report.md", markdown::page(report)),
        ReportFormat::Gradescope => report.each("gradescope", "results.json", gradescope::results),
        ReportFormat::Prairielearn => {
            report.each("prairielearn", "results.json", prairielearn::results)
        }
        ReportFormat::Autolab => report.each("autolab", "output.txt", autolab::output),
        ReportFormat::Classroom50 => report.each("classroom50", "result.json", classroom50::result),
        ReportFormat::Github => report.each("github", "result.txt", github::result),
        ReportFormat::Vpl => report.each("vpl", "output.txt", vpl::output),
        ReportFormat::Exercism => report.each("exercism", "results.json", exercism::results),
        ReportFormat::Canvas => one("canvas.csv", gradebook::canvas(report)),
        ReportFormat::Moodle => one("moodle.csv", gradebook::moodle(report)),
        ReportFormat::Blackboard => one("blackboard.csv", gradebook::blackboard(report)),
    }
}

impl<'a> GradeReport<'a> {
    /// A class of which nothing is known besides its grades.
    pub fn new(rubric: &'a Rubric, graded: &'a [GradedSubmission]) -> GradeReport<'a> {
        GradeReport { rubric, graded, book: None, before: None, column: None }
    }
}

impl GradeReport<'_> {
    /// A file for each student in a folder of its own; for a single one without the folder.
    fn each(
        &self,
        folder: &str,
        file: &str,
        make: fn(&GradeReport<'_>, &GradedSubmission) -> String,
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
        self.graded.iter().map(|graded| readable_name(&graded.name, &mut used)).collect()
    }

    /// The table for the terminal.
    pub fn text(&self) -> String {
        let mut table = Table::new();
        // Cells are never wrapped to the width of a terminal, so that a report is the same
        // everywhere.
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
    fn reasons(&self, graded: &GradedSubmission) -> String {
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

    /// Notes about submissions besides their points, a line each.
    fn notes(&self) -> Vec<String> {
        let mut notes = Vec::new();
        for graded in self.graded {
            let problem = graded.problem.as_ref().and_then(|it| it.lines().next());
            let said = problem.map(str::to_owned).into_iter();
            let said = said.chain(graded.refused.iter().cloned()).chain(open::lines(graded));
            let said = said.chain(decisions(graded)).chain(self.change(graded));
            let named = |said: String| format!("{}: {}", one_line(&graded.name), one_line(&said));
            notes.extend(said.map(named));
        }
        notes.extend(self.class_notes());
        notes
    }

    /// Notes about the class: who is missing, and what did not fit.
    fn class_notes(&self) -> Vec<String> {
        let Some(book) = self.book else { return Vec::new() };
        let missing = book.missing().map(|(line, personal)| {
            let decided = personal.decided.iter().flat_map(|it| &it.reasons);
            let decided = decided.fold(String::new(), |text, reason| text + "; " + reason);
            let id = if line.id.is_empty() { String::new() } else { format!(" ({})", line.id) };
            one_line(&format!("{}{id} has handed in nothing{decided}", line.name))
        });
        missing.chain(book.remarks.iter().map(|remark| one_line(remark))).collect()
    }

    /// The problem of a submission or what is open about it, in one line; may be empty.
    fn problem(graded: &GradedSubmission) -> String {
        let problem = graded.problem.as_ref().and_then(|it| it.lines().next());
        problem.map_or_else(|| open::brief(graded), str::to_owned)
    }
}

/// The decisions about a submission, a sentence each.
fn decisions(graded: &GradedSubmission) -> Vec<String> {
    let Some(decided) = &graded.decided else { return Vec::new() };
    let comment = decided.comment.iter().map(|comment| format!("comment: {comment}"));
    decided.reasons.iter().cloned().chain(comment).collect()
}

/// A class without names: submissions by numbers, in an order that says nothing about names, and
/// the table that says who is who.
pub fn anonymous(graded: &[GradedSubmission]) -> (Vec<GradedSubmission>, String) {
    let mut order: Vec<&GradedSubmission> = graded.iter().collect();
    // The name orders equal hashes, so that the order is always the same.
    order.sort_by_key(|graded| (shuffled(&graded.name), &graded.name));
    // Padded with zeros, so that folders and tables sort like the numbers.
    let digits = graded.len().to_string().len();
    let mut key = vec![["number", "submission", "id"].map(str::to_owned).to_vec()];
    let mut numbered = Vec::new();
    for (at, graded) in order.into_iter().enumerate() {
        let number = format!("student-{:0digits$}", at + 1);
        let id = graded.handed_in.as_ref().and_then(|it| it.id.clone()).unwrap_or_default();
        // The file is opened in a spreadsheet, and students choose the names of theirs.
        key.push(vec![number.clone(), csv::guarded(&graded.name), csv::guarded(&id)]);
        // Remarks about files quote names of files, and those may be names of people.
        let is_group = graded.handed_in.as_ref().is_some_and(|it| !it.members.is_empty());
        // A decision about a group may name its members.
        let decided = graded.decided.clone().filter(|_| !is_group);
        let bare = GradedSubmission {
            name: number,
            handed_in: None,
            refused: Vec::new(),
            ..graded.clone()
        };
        numbered.push(GradedSubmission { decided, ..bare });
    }
    (numbered, csv::lines(&key))
}

/// FNV-1a of a name: the same in every run, and no order that people know.
fn shuffled(name: &str) -> u64 {
    name.bytes().fold(0xcbf2_9ce4_8422_2325, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
    })
}

/// Reads what [`GradeReport::json`] has written.
pub fn read_json(bytes: &[u8]) -> Result<Vec<GradedSubmission>, String> {
    json::read(bytes)
}

/// The result of a rubric of one case, for whoever reproduces it.
pub fn one_case(rubric: &Rubric, graded: &GradedSubmission) -> String {
    let notes = student::notes(graded);
    let mut text = if notes.is_empty() { notes } else { notes + "\n" };
    for criterion in &graded.criteria {
        // Who reads this has just typed the command.
        text += &student::without_commands(&student::explain(rubric, criterion));
    }
    text
}

/// The errors of a source, a line each.
pub fn mistakes(diagnostics: &[Diagnostic], sources: &SourceSet) -> String {
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
