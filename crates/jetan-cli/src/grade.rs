//! The flags of `jetan grade`.

use std::path::PathBuf;

use clap::{Args, Subcommand, ValueEnum};
use jetan_grade::intake::ExportKind;
use jetan_report::grade::ReportFormat;

const EXAMPLES: &str = "\
Examples:
  jetan grade new assignment/                      a rubric to begin with
  jetan grade check-rubric assignment/rubric.toml  what it says, or everything that is wrong
  jetan grade assignment/rubric.toml submissions/  the table of a class
  jetan grade rubric.toml export.zip --out reports/ --report html,csv
  jetan grade rubric.toml export.zip --from canvas --roster grades.csv --out out/ --report canvas
  jetan grade bundle rubric.toml --for gradescope --out autograder.zip
  jetan grade rubric.toml submissions/ --shard 2/8 --out shard-2/
  jetan grade rubric.toml submissions/ --slurm 8 --out reports/ --report html,csv
  jetan grade merge rubric.toml shard-*/journal.jsonl --out reports/ --report csv

With --out a run that was ended goes on where it stopped. Exit codes: 0 everything was graded,
1 mistakes in the rubric, or submissions that are missing in a merge or on a cluster, 4 everything
was graded, but some cases could not be judged and a person must look, 66 a file could not be read
or written.";

/// Grade the submissions of a class by a rubric.
///
/// Every case runs in a fresh machine that sees nothing of this computer, and the result is the
/// same on every machine and for any number of jobs. docs/grading.md describes rubrics.
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES, args_conflicts_with_subcommands = true)]
pub struct GradeArgs {
    #[command(subcommand)]
    pub what: Option<GradeCommand>,
    /// The rubric.
    #[arg(value_name = "RUBRIC", required = true)]
    pub rubric: Option<PathBuf>,
    /// Folders of submissions, exported zip archives, or single sources.
    #[arg(value_name = "SUBMISSIONS", required = true)]
    pub submissions: Vec<PathBuf>,
    /// Take each path as one submission instead of a folder of them.
    #[arg(long)]
    pub single: bool,
    /// Take the name of a submission from the first group of this regular expression.
    #[arg(long, value_name = "REGEX")]
    pub name: Option<String>,
    /// Read the submissions as a platform exports them: names, ids, late marks, groups.
    #[arg(long, value_enum, value_name = "PLATFORM", conflicts_with = "single")]
    pub from: Option<ExportSource>,
    /// Grade one part of the submissions: the second of eight is 2/8.
    #[arg(long, value_name = "I/N", value_parser = shard)]
    pub shard: Option<Shard>,
    /// Let Slurm grade the submissions in so many parts, on as many nodes as it likes.
    #[arg(
        long,
        value_name = "N",
        requires = "out",
        conflicts_with = "shard",
        value_parser = clap::value_parser!(u16).range(1..=1000),
    )]
    pub slurm: Option<u16>,
    /// Grade so many submissions at a time [default: the number of cores].
    #[arg(long, short, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub jobs: Option<u16>,
    #[command(flatten)]
    pub output: GradeOutputArgs,
}

/// The destination of results.
#[derive(Debug, Args)]
pub struct GradeOutputArgs {
    /// Write reports and the journal into this folder.
    #[arg(long, value_name = "FOLDER")]
    pub out: Option<PathBuf>,
    /// Which reports to write; several are separated by commas.
    #[arg(long, value_enum, value_name = "FORMAT", value_delimiter = ',', requires = "out")]
    pub report: Vec<ReportChoice>,
    /// Print one JSON object instead of the table.
    #[arg(long)]
    pub json: bool,
    /// The list of the class as CSV: names students, and says who has handed in nothing.
    #[arg(long, value_name = "FILE")]
    pub roster: Option<PathBuf>,
    /// The decisions of people [default: overrides.toml beside the rubric, if it is there].
    #[arg(long, value_name = "FILE")]
    pub overrides: Option<PathBuf>,
    /// The column of the platform's gradebook [default: the one of the roster that is called like
    /// the rubric].
    #[arg(long, value_name = "NAME")]
    pub column: Option<String>,
    /// An earlier grades.json: reports say what has changed, and why.
    #[arg(long, value_name = "FILE")]
    pub before: Option<PathBuf>,
    /// Reports have numbers instead of names; names.csv says who is who.
    #[arg(long)]
    pub anonymous: bool,
}

/// A platform whose export is read.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum ExportSource {
    /// `leeann_12345_67890_Lab3.asm`, side by side.
    Canvas,
    /// `Ann Lee_12345_assignsubmission_file_`, a folder for each student or long names.
    Moodle,
    /// `Lab 3_leeann_attempt_2026-03-01-23-10-00_Lab3.asm`, and receipts.
    Blackboard,
    /// `submission_12345`, a folder for each submission, and `submission_metadata.yml`.
    Gradescope,
    /// `lab-3-leeann`, a folder for each repository of GitHub Classroom or Classroom 50.
    Classroom,
    /// A folder, a file or an archive for each student.
    Folder,
}

impl From<ExportSource> for ExportKind {
    fn from(typed: ExportSource) -> ExportKind {
        match typed {
            ExportSource::Canvas => ExportKind::Canvas,
            ExportSource::Moodle => ExportKind::Moodle,
            ExportSource::Blackboard => ExportKind::Blackboard,
            ExportSource::Gradescope => ExportKind::Gradescope,
            ExportSource::Classroom => ExportKind::Classroom,
            ExportSource::Folder => ExportKind::Folder,
        }
    }
}

/// The sub-commands of `jetan grade`.
#[derive(Debug, Subcommand)]
pub enum GradeCommand {
    /// Write a rubric with comments into a new or empty folder.
    New {
        /// The folder.
        #[arg(value_name = "FOLDER")]
        folder: PathBuf,
    },
    /// Report everything that is wrong with a rubric, or what it says.
    CheckRubric {
        /// The rubric.
        #[arg(value_name = "RUBRIC")]
        rubric: PathBuf,
    },
    /// Show one failing case again, by the command that a report prints.
    Again {
        /// The case as a TOML table: { call = { procedure = "sum", expect = { v0 = 6 } } }.
        #[arg(value_name = "CASE")]
        case: String,
        /// The folder, archive or source of the submission.
        #[arg(value_name = "SUBMISSION")]
        submission: PathBuf,
        /// A file that the course provides, in place of the one of the submission.
        #[arg(long, value_name = "FILE")]
        provide: Vec<PathBuf>,
    },
    /// Write the archive that one uploads to a platform, Jetan itself included.
    Bundle {
        /// The rubric.
        #[arg(value_name = "RUBRIC")]
        rubric: PathBuf,
        /// The platform.
        #[arg(long = "for", value_enum, value_name = "PLATFORM")]
        platform: BundlePlatform,
        /// The archive.
        #[arg(long, short, value_name = "FILE")]
        out: PathBuf,
        /// Put hidden cases into an archive that students can read.
        #[arg(long)]
        show_hidden: bool,
        /// Leave out the cases that the platform cannot judge.
        #[arg(long)]
        partial: bool,
    },
    /// Make one report of the journals of several shards.
    Merge {
        /// The rubric that the shards were graded by.
        #[arg(value_name = "RUBRIC")]
        rubric: PathBuf,
        /// The journals.
        #[arg(value_name = "JOURNAL", required = true)]
        journals: Vec<PathBuf>,
        #[command(flatten)]
        output: GradeOutputArgs,
    },
}

/// A kind of report.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, ValueEnum)]
pub enum ReportChoice {
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

impl From<ReportChoice> for ReportFormat {
    fn from(typed: ReportChoice) -> ReportFormat {
        match typed {
            ReportChoice::Html => ReportFormat::Html,
            ReportChoice::Csv => ReportFormat::Csv,
            ReportChoice::Json => ReportFormat::Json,
            ReportChoice::Junit => ReportFormat::Junit,
            ReportChoice::Markdown => ReportFormat::Markdown,
            ReportChoice::Gradescope => ReportFormat::Gradescope,
            ReportChoice::Prairielearn => ReportFormat::Prairielearn,
            ReportChoice::Autolab => ReportFormat::Autolab,
            ReportChoice::Github => ReportFormat::Github,
            ReportChoice::Classroom50 => ReportFormat::Classroom50,
            ReportChoice::Vpl => ReportFormat::Vpl,
            ReportChoice::Exercism => ReportFormat::Exercism,
            ReportChoice::Canvas => ReportFormat::Canvas,
            ReportChoice::Moodle => ReportFormat::Moodle,
            ReportChoice::Blackboard => ReportFormat::Blackboard,
        }
    }
}

/// A platform that runs graders.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum BundlePlatform {
    /// An autograder's zip.
    Gradescope,
    /// What belongs into the tests folder of a question.
    Prairielearn,
    /// Fixtures of an `AutoTest`.
    Codegrade,
    /// Makefile and autograder of an assessment.
    Autolab,
    /// A folder with a workflow for GitHub Actions.
    Github,
    /// The autograder of an assignment in Classroom 50.
    Classroom50,
    /// Execution files of Moodle's Virtual Programming Lab.
    Vpl,
    /// A test runner.
    Exercism,
    /// A problem package for `DOMjudge` and Kattis, from the input/output pairs.
    Domjudge,
}

/// One part of several.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shard {
    /// Which, from 1.
    pub index: usize,
    /// Of how many.
    pub count: usize,
}

fn shard(typed: &str) -> Result<Shard, String> {
    let wrong = || "a shard looks like 2/8: the second of eight".to_owned();
    let (index, count) = typed.split_once('/').ok_or_else(wrong)?;
    let number = |text: &str| text.parse::<usize>().map_err(|_| wrong());
    let shard = Shard { index: number(index)?, count: number(count)? };
    // A class has 100,000 submissions at most, so more shards could only be empty.
    let is_part = (1..=shard.count).contains(&shard.index) && shard.count <= 100_000;
    if is_part { Ok(shard) } else { Err(wrong()) }
}
