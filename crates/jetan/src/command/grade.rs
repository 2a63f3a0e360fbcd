//! `jetan grade`: the submissions of a class by a rubric.

mod again;
mod bundle;
mod class;
mod journal;
mod load;
mod rubric;
mod slurm;
mod work;

use std::fs;
use std::path::{Path, PathBuf};

use jetan_grade::decisions::settle;
use jetan_grade::grade::GradedSubmission;
use jetan_grade::rubric::Rubric;
use jetan_os::confine::{ConfinedRights, Confinement, confine};
use jetan_report::grade::{GradeReport, anonymous, files_of, is_gradebook};
use regex::Regex;

use crate::cli::grade::{GradeArgs, GradeCommand, GradeOutputArgs, ReportChoice, Shard};
use crate::console::Console;
use crate::exit::{CommandFailure, Exit};
use crate::files::{self, overwrite_refused, reason};
use crate::submissions::{self, FoundSubmission};
use crate::threads;

use journal::{Journal, JournalHeader};

/// Address space of a grading without its jobs, and of each job without what programs write; far
/// more than either needs.
const MEMORY_BYTES: u64 = 4 << 30;
const MEMORY_BYTES_OF_JOB: u64 = 1 << 30;

/// Does what was asked for.
pub(crate) fn run(typed: &GradeArgs, console: &Console) -> Result<Exit, CommandFailure> {
    match &typed.what {
        Some(GradeCommand::New { folder }) => rubric::begin(folder, console),
        Some(GradeCommand::CheckRubric { rubric }) => rubric::check(rubric, console),
        Some(GradeCommand::Merge { rubric, journals, output }) => {
            let Some(loaded) = rubric::load(rubric, console)? else { return Ok(Exit::Assembly) };
            let merged = journal::merge(journals, &loaded.digest);
            for refused in &merged.refused {
                console.say(format!("jetan: {refused}\n"));
            }
            for missing in &merged.missing {
                console.say(format!("jetan: {missing} is in no journal\n"));
            }
            let around = class::ClassFiles::load(rubric, output)?;
            let exit = report(&loaded.rubric, merged.graded, output, around, console)?;
            // Reports are written from what there is; the exit code says that something is missing.
            let is_whole = merged.missing.is_empty() && merged.refused.is_empty();
            Ok(if is_whole { exit } else { Exit::Assembly })
        }
        Some(GradeCommand::Again { case, submission, provide }) => {
            again::run(case, submission, provide, console)
        }
        Some(GradeCommand::Bundle { rubric, platform, out, show_hidden, partial }) => {
            let Some(loaded) = rubric::load(rubric, console)? else { return Ok(Exit::Assembly) };
            let wanted = bundle::BundleRequest {
                platform: *platform,
                shows_hidden: *show_hidden,
                is_partial: *partial,
            };
            bundle::write(rubric, &loaded.rubric, wanted, out, console)
        }
        None => match &typed.rubric {
            Some(path) if typed.slurm.is_some() => slurm::run(typed, path, console),
            Some(path) => grade(typed, path, console),
            None => Err(CommandFailure::usage("jetan: a rubric is needed")),
        },
    }
}

fn grade(typed: &GradeArgs, path: &Path, console: &Console) -> Result<Exit, CommandFailure> {
    let Some(loaded) = rubric::load(path, console)? else { return Ok(Exit::Assembly) };
    // A wrong pack or display is an error of the rubric, told before any submission is read.
    let setting = load::GradeSetup::new(&loaded.rubric)?;
    let mut around = class::ClassFiles::load(path, &typed.output)?;
    let found = find_submissions(typed, &loaded.rubric, &mut around)?;
    // The whole class, also in a shard: by these names `merge` finds out what is missing.
    let all: Vec<String> = found.iter().map(|found| found.name.clone()).collect();
    let part =
        |(number, found): (usize, FoundSubmission)| is_in(typed.shard, number).then_some(found);
    let mine: Vec<FoundSubmission> = found.into_iter().enumerate().filter_map(part).collect();
    let header = JournalHeader::new(&loaded.digest, all);
    let journal = match &typed.output.out {
        Some(folder) => {
            let journal = folder.join(journal::FILE);
            // A journal among the submitted files would be graded as one of them the next time.
            if mine.iter().any(|found| found.holds(&journal)) || is_in_export(typed, folder) {
                return Err(overwrite_refused(folder));
            }
            create_folder(folder)?;
            jetan_os::file::clear_parts(folder);
            Some(Journal::open(&journal, &header)?)
        }
        None => None,
    };
    // After everything but the submissions was read, and before threads are made: Landlock confines
    // only those that are made later.
    let jobs = threads::wanted(typed.jobs) as u64;
    confine_to(&typed.submissions, typed.output.out.as_deref(), jobs, &loaded.rubric, console);
    let class = work::grade(&setting, &mine, journal, typed.jobs)?;
    refuse_wrong_names(&loaded.rubric, &class.graded)?;
    let exit = report(&loaded.rubric, class.graded, &typed.output, around, console)?;
    // Reported last: there are grades even if the journal could not be written.
    class.unkept.map_or(Ok(exit), Err)
}

/// Gives up everything but reading submissions and writing reports: whatever a program under test
/// would find to do through a defect of ours, it could do nothing else either.
fn confine_to(
    submissions: &[PathBuf],
    out: Option<&Path>,
    jobs: u64,
    rubric: &Rubric,
    console: &Console,
) {
    let read: Vec<&Path> = submissions.iter().map(PathBuf::as_path).collect();
    // A single file is opened from the handle of its folder.
    let folders: Vec<PathBuf> = read
        .iter()
        .filter(|path| path.is_file())
        .map(|path| submissions::folder_of(path))
        .collect();
    let list: Vec<&Path> = folders.iter().map(PathBuf::as_path).collect();
    let write: Vec<&Path> = out.into_iter().collect();
    let memory_bytes = MEMORY_BYTES + jobs * (MEMORY_BYTES_OF_JOB + 4 * rubric.limits.memory_bytes);
    let done = confine(ConfinedRights { read: &read, list: &list, write: &write, memory_bytes });
    // Where the system has nothing of the kind, the emulated machine is what there is. That is
    // worth a word where one could have expected more.
    if cfg!(target_os = "linux") && done == Confinement::None {
        console.say("jetan: this kernel has no Landlock, so only the emulated machine confines\n");
    }
}

/// A class in which nobody has the file that the rubric names has another name for it: that is a
/// error of the rubric, and not worth nothing to everybody.
fn refuse_wrong_names(rubric: &Rubric, graded: &[GradedSubmission]) -> Result<(), CommandFailure> {
    let lacks_file = |graded: &GradedSubmission| {
        graded.problem.as_ref().is_some_and(|problem| problem.starts_with(load::NO_FILE))
    };
    // One submission without the file is an error of its author; a whole class without it is one of
    // the rubric.
    if graded.len() < 2 || !graded.iter().all(lacks_file) {
        return Ok(());
    }
    let names = rubric.files.join(", ");
    Err(CommandFailure::unreadable(format!(
        "jetan: none of the {} submissions has {names}: is `files` in the rubric what they were \
         told, and are these the submissions?",
        graded.len()
    )))
}

/// Makes a folder, unless it is there.
fn create_folder(folder: &Path) -> Result<(), CommandFailure> {
    fs::create_dir_all(folder).map_err(|error| {
        CommandFailure::unreadable(format!("jetan: {}: {}", files::name(folder), reason(&error)))
    })
}

/// Whether a submission belongs to the shard that was asked for.
fn is_in(shard: Option<Shard>, number: usize) -> bool {
    // Every shard sorts the same names and takes every n-th of them.
    shard.is_none_or(|shard| number % shard.count == shard.index - 1)
}

/// Whether reports would be written among the files of an export, and read as such the next time.
fn is_in_export(typed: &GradeArgs, out: &Path) -> bool {
    // The folder may not be there yet; then its parent decides.
    let out = fs::canonicalize(out).or_else(|_| fs::canonicalize(submissions::folder_of(out)));
    let Ok(out) = out else { return false };
    let inside = |path: &PathBuf| fs::canonicalize(path).is_ok_and(|path| out.starts_with(path));
    typed.from.is_some() && typed.submissions.iter().any(inside)
}

/// The submissions; what is to be said about an export is added to what is known of the class.
fn find_submissions(
    typed: &GradeArgs,
    rubric: &Rubric,
    around: &mut class::ClassFiles,
) -> Result<Vec<FoundSubmission>, CommandFailure> {
    let mut found = if let Some(source) = typed.from {
        let roster = around.roster.as_ref();
        let paths = &typed.submissions;
        let exported = submissions::export::find(paths, source.into(), &rubric.files, roster)?;
        around.remarks.extend(exported.remarks);
        exported.found
    } else if typed.single {
        submissions::single(&typed.submissions)?
    } else {
        submissions::find(&typed.submissions)?
    };
    if let Some(pattern) = &typed.name {
        let regex = Regex::new(pattern).map_err(|_| {
            CommandFailure::usage("jetan: --name: this is not a regular expression")
        })?;
        submissions::rename(&mut found, |name| {
            let captures = regex.captures(name)?;
            // Without a group the whole match is the name.
            let group = captures.get(1).or_else(|| captures.get(0))?;
            Some(group.as_str().to_owned())
        });
    }
    Ok(found)
}

/// Prints the table or the object, and writes the reports. A report that cannot be written does not
/// keep the others from being written. What was not judged has an exit code of its own.
fn report(
    rubric: &Rubric,
    mut graded: Vec<GradedSubmission>,
    output: &GradeOutputArgs,
    around: class::ClassFiles,
    console: &Console,
) -> Result<Exit, CommandFailure> {
    let class::ClassFiles { roster, overrides, mut remarks, before } = around;
    // Moodle's worksheet has one grade and no column for each assignment.
    let is_by_column =
        |format: &ReportChoice| matches!(format, ReportChoice::Canvas | ReportChoice::Blackboard);
    if output.column.is_none() && output.report.iter().any(is_by_column) {
        remarks.extend(roster.as_ref().and_then(|roster| roster.new_column(&rubric.title)));
    }
    let book = settle(rubric, &mut graded, roster, &overrides, remarks);
    let (column, before) = (output.column.as_deref(), before.as_deref());
    let named =
        GradeReport { book: Some(&book), column, before, ..GradeReport::new(rubric, &graded) };
    let (numbered, key) =
        if output.anonymous { anonymous(&graded) } else { (Vec::new(), String::new()) };
    let report = if output.anonymous { GradeReport::new(rubric, &numbered) } else { named };
    let mut unwritten = Ok(());
    if let Some(folder) = &output.out {
        if output.anonymous {
            unwritten = write(folder, vec![("names.csv".to_owned(), key.into_bytes())]);
        }
        for &format in &output.report {
            let format = format.into();
            // A platform knows its students by their ids, whoever reads the other reports.
            let report = if is_gradebook(format) { &named } else { &report };
            // `and` keeps the first failure, and the next report is written all the same.
            unwritten = unwritten.and(write(folder, files_of(report, format)));
        }
    }
    // Printed before the failure is returned: the grades must not be lost with a report.
    console.result(if output.json { report.json() } else { report.text() })?;
    unwritten?;
    Ok(if graded.iter().any(|graded| graded.bug) {
        Exit::Bug
    } else if graded.iter().any(GradedSubmission::is_open) {
        Exit::NotJudged
    } else {
        Exit::Success
    })
}

fn write(folder: &Path, files: Vec<(String, Vec<u8>)>) -> Result<(), CommandFailure> {
    for (name, bytes) in files {
        let path = folder.join(name);
        create_folder(path.parent().unwrap_or(folder))?;
        let failed = |why: String| CommandFailure::unreadable(format!("jetan: {why}"));
        files::write_whole(&path, &bytes).map_err(failed)?;
    }
    Ok(())
}
