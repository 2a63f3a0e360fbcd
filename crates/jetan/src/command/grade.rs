//! `jetan grade`: the submissions of a class by a rubric.

mod bundle;
mod journal;
mod load;
mod rubric;
mod work;

use std::fs;
use std::path::Path;

use jetan_grade::grade::Graded;
use jetan_grade::rubric::Rubric;
use regex::Regex;

use crate::cli::grade::{Grade, GradeCommand, Output, Shard};
use crate::console::Console;
use crate::exit::{Exit, Failure};
use crate::files::{self, reason, spared};
use crate::render::grade::{Report, files_of};
use crate::submissions::{self, Found};

use journal::{Header, Journal};

/// Does what was asked for.
pub(crate) fn run(typed: &Grade, console: &Console) -> Result<Exit, Failure> {
    match &typed.what {
        Some(GradeCommand::New { folder }) => rubric::begin(folder, console),
        Some(GradeCommand::CheckRubric { rubric }) => rubric::check(rubric, console),
        Some(GradeCommand::Merge { rubric, journals, output }) => {
            let Some(loaded) = rubric::load(rubric, console)? else { return Ok(Exit::Assembly) };
            let merged = journal::merge(journals, &loaded.digest)?;
            for missing in &merged.missing {
                console.say(format!("jetan: {missing} is in no journal\n"));
            }
            report(&loaded.rubric, &merged.graded, output, console)?;
            Ok(if merged.missing.is_empty() { Exit::Success } else { Exit::Assembly })
        }
        Some(GradeCommand::Bundle { rubric, platform, out }) => {
            let Some(loaded) = rubric::load(rubric, console)? else { return Ok(Exit::Assembly) };
            bundle::write(rubric, &loaded.rubric, *platform, out, console)
        }
        None => match &typed.rubric {
            Some(path) => grade(typed, path, console),
            None => Err(Failure::usage("jetan: a rubric is needed")),
        },
    }
}

fn grade(typed: &Grade, path: &Path, console: &Console) -> Result<Exit, Failure> {
    let Some(loaded) = rubric::load(path, console)? else { return Ok(Exit::Assembly) };
    let setting = load::Setting::new(&loaded.rubric)?;
    let found = found(typed)?;
    let all: Vec<String> = found.iter().map(|found| found.name.clone()).collect();
    let part = |(number, found): (usize, Found)| is_in(typed.shard, number).then_some(found);
    let mine: Vec<Found> = found.into_iter().enumerate().filter_map(part).collect();
    let header = Header::new(&loaded.digest, all);
    let journal = match &typed.output.out {
        Some(folder) => {
            let journal = folder.join(journal::FILE);
            if mine.iter().any(|found| found.holds(&journal)) {
                return Err(spared(folder));
            }
            fs::create_dir_all(folder).map_err(|error| {
                let why = reason(&error);
                Failure::unreadable(format!("jetan: {}: {why}", folder.display()))
            })?;
            Some(Journal::open(&journal, &header)?)
        }
        None => None,
    };
    let graded = work::grade(&setting, &mine, journal, typed.jobs)?;
    report(&loaded.rubric, &graded, &typed.output, console)?;
    Ok(Exit::Success)
}

/// Whether a submission belongs to the shard that was asked for.
fn is_in(shard: Option<Shard>, number: usize) -> bool {
    shard.is_none_or(|shard| number % shard.count == shard.index - 1)
}

fn found(typed: &Grade) -> Result<Vec<Found>, Failure> {
    let mut found = if typed.single {
        submissions::single(&typed.submissions)?
    } else {
        submissions::find(&typed.submissions)?
    };
    if let Some(pattern) = &typed.name {
        let regex = Regex::new(pattern)
            .map_err(|_| Failure::usage("jetan: --name: this is no regular expression"))?;
        submissions::rename(&mut found, |name| {
            let captures = regex.captures(name)?;
            let group = captures.get(1).or_else(|| captures.get(0))?;
            Some(group.as_str().to_owned())
        });
    }
    Ok(found)
}

/// Prints the table or the object, and writes the reports.
fn report(
    rubric: &Rubric,
    graded: &[Graded],
    output: &Output,
    console: &Console,
) -> Result<(), Failure> {
    let report = Report { rubric, graded };
    if let Some(folder) = &output.out {
        for &format in &output.report {
            for (name, bytes) in files_of(&report, format) {
                let path = folder.join(name);
                let parent = path.parent().unwrap_or(folder);
                let failed = |why: String| Failure::unreadable(format!("jetan: {why}"));
                fs::create_dir_all(parent)
                    .map_err(|error| failed(format!("{}: {}", parent.display(), reason(&error))))?;
                files::write_whole(&path, &bytes).map_err(failed)?;
            }
        }
    }
    console.result(if output.json { report.json() } else { report.text() })
}
