//! The flags of `jetan similar`.

use std::path::PathBuf;

use clap::Args;

const EXAMPLES: &str = "\
Examples:
  jetan similar submissions/                       a folder of folders, of .asm or of .zip files
  jetan similar export.zip --skeleton skeleton.asm what everybody was given does not count
  jetan similar submissions/ --former spring/ --html similar.html
  jetan similar submissions/ --moss for-moss/      the same files as MOSS wants them";

/// Find submissions that share code, whatever its names, registers, order and padding.
///
/// Everything happens on this computer. A pair is a reason to look, not a verdict: docs/grading.md
/// says how copies and honest solutions of the same task were distinguished, and how well.
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub struct SimilarArgs {
    /// Folders of submissions, exported zip archives, or single sources.
    #[arg(value_name = "SUBMISSIONS", required = true)]
    pub submissions: Vec<PathBuf>,
    /// What everybody was given: sources, or folders of them.
    #[arg(long, value_name = "FILE")]
    pub skeleton: Vec<PathBuf>,
    /// Submissions of former terms, compared with those of this one but not with each other.
    #[arg(long, value_name = "SUBMISSIONS")]
    pub former: Vec<PathBuf>,
    /// Report pairs from this similarity on.
    #[arg(long, value_name = "PERCENT", default_value_t = 40,
          value_parser = clap::value_parser!(u8).range(1..=100))]
    pub threshold: u8,
    /// Code that more than this share of the submissions has does not count.
    #[arg(long, value_name = "PERCENT", default_value_t = 25,
          value_parser = clap::value_parser!(u8).range(1..=100))]
    pub common: u8,
    /// Report so many pairs at most, the most similar ones.
    #[arg(long, value_name = "N", default_value_t = 100)]
    pub top: usize,
    /// Write a report with the passages side by side.
    #[arg(long, value_name = "FILE")]
    pub html: Option<PathBuf>,
    /// Write the sources into a new folder as MOSS wants them, with the command to send them.
    #[arg(long, value_name = "FOLDER")]
    pub moss: Option<PathBuf>,
    /// Print one JSON object instead of text.
    #[arg(long)]
    pub json: bool,
    /// Work on so many submissions at a time [default: the number of cores].
    #[arg(long, short, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub jobs: Option<u16>,
}
