//! `jetan grade --slurm`: shards as a job array, a merge that waits for them, and somebody who
//! follows both and says what is missing.
//!
//! Everything is in the folder of the reports, which all nodes must see: a folder for each shard
//! with its journal, the scripts, what the jobs say, and the numbers of the jobs.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::fs;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use jetan_os::signals;
use jetan_report::check::shell::word;

use super::class::ClassFiles;
use super::journal::{self, JournalHeader};
use super::rubric::{self, LoadedRubric};
use super::work::{bar, contents};
use super::{create_folder, find_submissions, load, report};
use crate::cli::grade::{GradeArgs, GradeOutputArgs as Typed};
use crate::console::Console;
use crate::exit::{CommandFailure, Exit};
use crate::files::{self, overwrite_refused, reason, write_whole};
use crate::submissions::FoundSubmission;

/// Time between two queries of the queue.
const QUEUE_QUERY_INTERVAL: Duration = Duration::from_secs(2);
/// Time between two checks for Ctrl-C.
const INTERRUPT_CHECK_INTERVAL: Duration = Duration::from_millis(100);
/// So many times in a row the queue may give no answer.
const FAILED_QUERIES_MAX: usize = 30;

/// Grades by Slurm what is not graded yet, and reports.
pub(super) fn run(
    typed: &GradeArgs,
    path: &Path,
    console: &Console,
) -> Result<Exit, CommandFailure> {
    let Some(loaded) = rubric::load(path, console)? else { return Ok(Exit::Assembly) };
    load::GradeSetup::new(&loaded.rubric)?;
    let mut around = ClassFiles::load(path, &typed.output)?;
    let found = find_submissions(typed, &loaded.rubric, &mut around)?;
    let class: Vec<String> = found.iter().map(|found| found.name.clone()).collect();
    let array = JobArray::new(typed, path, &loaded, class)?;
    if found.iter().any(|found| found.holds(&array.out.join(journal::FILE))) {
        return Err(overwrite_refused(&array.out));
    }
    // Jobs of an earlier command first: to submit again would grade everything twice.
    let queued = array.queued()?;
    if queued.is_empty() {
        let open = array.open_shards(&found);
        if !open.is_empty() {
            array.submit(&open, console)?;
        }
    } else {
        console.say(format!("jetan: jobs {} are on their way\n", queued.join(", ")));
    }
    array.follow(found.len(), console)?;
    array.finish(typed, &loaded, &found, around, console)
}

/// A class in shards.
struct JobArray {
    count: usize,
    out: PathBuf,
    header: JournalHeader,
    /// The command of a shard and of the merge, but for what tells shards apart.
    grade: String,
    merge: String,
    jobs: u16,
}

impl JobArray {
    fn new(
        typed: &GradeArgs,
        rubric: &Path,
        loaded: &LoadedRubric,
        class: Vec<String>,
    ) -> Result<JobArray, CommandFailure> {
        let out = typed.output.out.as_deref().unwrap_or(Path::new("."));
        create_folder(out)?;
        // A job need not start in the folder in which this was typed.
        let out = absolute(out)?;
        create_folder(&out.join("slurm"))?;
        let own = std::env::current_exe().map_err(|error| {
            CommandFailure::unreadable(format!(
                "jetan: Jetan itself cannot be found: {}",
                reason(&error)
            ))
        })?;
        let (own, rubric) = (quoted(&own), quoted(&absolute(rubric)?));
        let mut grade = format!("{own} grade {rubric}");
        for path in &typed.submissions {
            let _ = write!(grade, " {}", quoted(&absolute(path)?));
        }
        if typed.single {
            grade += " --single";
        }
        if let Some(name) = &typed.name {
            let _ = write!(grade, " --name={}", word(name));
        }
        if let Some(source) = typed.from.as_ref().and_then(clap::ValueEnum::to_possible_value) {
            let _ = write!(grade, " --from {}", source.get_name());
        }
        let around = around(&typed.output)?;
        grade += &around;
        let formats = typed.output.report.iter().filter_map(clap::ValueEnum::to_possible_value);
        let formats: Vec<String> = formats.map(|it| it.get_name().to_owned()).collect();
        let reports = if formats.is_empty() {
            String::new()
        } else {
            format!(" --report {}", formats.join(","))
        };
        let merge = format!("{own} grade merge {rubric} --out {}{reports}{around}", quoted(&out));
        let header = JournalHeader::new(&loaded.digest, class);
        let count = usize::from(typed.slurm.unwrap_or(1));
        // Slurm gives a task one processor unless more are asked for.
        Ok(JobArray { count, out, header, grade, merge, jobs: typed.jobs.unwrap_or(1) })
    }

    /// The folder of a shard, from 1.
    fn shard(&self, index: usize) -> PathBuf {
        self.out.join(format!("shards/{index}-of-{}", self.count))
    }

    fn journals(&self) -> Vec<PathBuf> {
        (1..=self.count).map(|index| self.shard(index).join(journal::FILE)).collect()
    }

    /// The file with the numbers of the jobs, so that nothing is submitted twice.
    fn jobs_file(&self) -> PathBuf {
        self.out.join("slurm/jobs")
    }

    /// The shards in which a submission is missing or has changed.
    fn open_shards(&self, found: &[FoundSubmission]) -> Vec<usize> {
        let journals = self.journals();
        let known: Vec<BTreeMap<String, u64>> =
            journals.iter().map(|path| journal::finished(path, &self.header)).collect();
        let mut open = vec![false; self.count];
        for (number, found) in found.iter().enumerate() {
            let shard = number % self.count;
            // By contents and not by time, so that what was handed in again is graded again.
            let contents = contents(&found.read());
            open[shard] |= known[shard].get(&found.name) != Some(&contents);
        }
        (0..self.count).filter(|&shard| open[shard]).map(|shard| shard + 1).collect()
    }

    /// Submits some shards, and the merge that waits until they have ended in whatever way.
    fn submit(&self, open: &[usize], console: &Console) -> Result<(), CommandFailure> {
        let write = |name: &str, text: String| {
            let path = self.out.join("slurm").join(name);
            let failed = |why| CommandFailure::unreadable(format!("jetan: {why}"));
            write_whole(&path, text.as_bytes()).map_err(failed).map(|()| path)
        };
        let (count, jobs) = (self.count, self.jobs);
        let shards = quoted(&self.out.join("shards"));
        // Nobody needs the table of a shard; its log has standard error only.
        let grade = write(
            "grade.sh",
            format!(
                "#!/bin/sh\nexec {} --jobs {jobs} --shard \"$SLURM_ARRAY_TASK_ID/{count}\" \
             --out {shards}/\"$SLURM_ARRAY_TASK_ID-of-{count}\" > /dev/null\n",
                self.grade,
            ),
        )?;
        let merge = write(
            "merge.sh",
            format!(
                "#!/bin/sh\nexec {} {shards}/*-of-{count}/{} > /dev/null\n",
                self.merge,
                journal::FILE,
            ),
        )?;
        let list: Vec<String> = open.iter().map(ToString::to_string).collect();
        let log = |name: &str| format!("--output={}", self.out.join("slurm").join(name).display());
        let array = sbatch(&[
            "--job-name=jetan-grade",
            &format!("--array={}", list.join(",")),
            &format!("--cpus-per-task={jobs}"),
            &log("%a.log"),
            &grade.to_string_lossy(),
        ])?;
        // Not afterok: the merge also reports what a shard that failed has left.
        let after = format!("--dependency=afterany:{array}");
        let name = "--job-name=jetan-merge";
        let merged = sbatch(&[name, &after, &log("merge.log"), &merge.to_string_lossy()])?;
        write("jobs", format!("{array}\n{merged}\n"))?;
        let shards = jetan_report::counted(open.len(), "shard");
        console.say(format!("jetan: {shards} submitted as job {array}, the merge as {merged}\n"));
        Ok(())
    }

    /// The jobs of an earlier command that have not ended.
    fn queued(&self) -> Result<Vec<String>, CommandFailure> {
        let Ok(text) = fs::read_to_string(self.jobs_file()) else { return Ok(Vec::new()) };
        let mut queued = Vec::new();
        for job in text.lines() {
            if matches!(in_queue(job)?, QueueState::Waiting) {
                queued.push(job.to_owned());
            }
        }
        Ok(queued)
    }

    /// Waits until no job is left.
    fn follow(&self, submissions: usize, console: &Console) -> Result<(), CommandFailure> {
        let interrupted = signals::flag(i32::from(Exit::Interrupted.code()));
        let bar = bar(submissions as u64);
        let Ok(text) = fs::read_to_string(self.jobs_file()) else { return Ok(()) };
        let mut silences = 0;
        for job in text.lines() {
            loop {
                // The journals in the shared folder are all there is to see of progress; their
                // first line is the header.
                let lines =
                    self.journals().into_iter().filter_map(|it| fs::read_to_string(it).ok());
                let graded: usize = lines.map(|it| it.lines().count().saturating_sub(1)).sum();
                bar.set_position(graded as u64);
                match in_queue(job)? {
                    QueueState::Gone => break,
                    QueueState::Waiting => silences = 0,
                    // A controller that restarts gives no answer for a while; 30 queries are a
                    // minute.
                    QueueState::None(said) if silences == FAILED_QUERIES_MAX => {
                        let message = format!("jetan: Slurm does not answer any more: {said}");
                        return Err(CommandFailure::new(Exit::Limit, message));
                    }
                    QueueState::None(_) => silences += 1,
                }
                if !wait_unless_interrupted(&interrupted) {
                    bar.finish_and_clear();
                    let jobs = text.lines().collect::<Vec<_>>().join(" ");
                    let message = format!(
                        "jetan: the jobs go on; the same command follows them again, \
                         `scancel {jobs}` ends them"
                    );
                    return Err(CommandFailure::new(Exit::Interrupted, message));
                }
            }
        }
        bar.finish_and_clear();
        // The merge ran elsewhere, and nobody else shows what it complained about.
        let merged = fs::read_to_string(self.out.join("slurm/merge.log")).unwrap_or_default();
        console.say(merged);
        Ok(())
    }

    /// Reports what there is, and names what is missing.
    fn finish(
        &self,
        typed: &GradeArgs,
        loaded: &LoadedRubric,
        found: &[FoundSubmission],
        around: ClassFiles,
        console: &Console,
    ) -> Result<Exit, CommandFailure> {
        let open = self.open_shards(found);
        // A shard that never started has no journal; it is named below.
        let there = self.journals().into_iter().filter(|journal| journal.exists());
        let merged = journal::merge(&there.collect::<Vec<_>>(), &loaded.digest);
        let exit = report(&loaded.rubric, merged.graded, &typed.output, around, console)?;
        if open.is_empty() {
            return Ok(exit);
        }
        for index in &open {
            let log = self.out.join(format!("slurm/{index}.log"));
            console.say(format!(
                "jetan: shard {index} of {} is not complete, see {}\n",
                self.count,
                files::name(&log),
            ));
        }
        console.say("jetan: the same command grades only what is missing\n");
        Ok(Exit::Assembly)
    }
}

/// Waits a little; false if somebody does not want to.
fn wait_unless_interrupted(interrupted: &AtomicBool) -> bool {
    // In short naps, so that Ctrl-C is noticed at once.
    for _ in 0..QUEUE_QUERY_INTERVAL.as_millis() / INTERRUPT_CHECK_INTERVAL.as_millis() {
        if interrupted.load(Ordering::Relaxed) {
            return false;
        }
        std::thread::sleep(INTERRUPT_CHECK_INTERVAL);
    }
    true
}

/// The state of a job in the queue.
enum QueueState {
    /// It has not ended.
    Waiting,
    /// It has ended, or nobody remembers it.
    Gone,
    /// Nothing that can be understood; this is what it said.
    None(String),
}

fn in_queue(job: &str) -> Result<QueueState, CommandFailure> {
    let output = slurm("squeue", &["--noheader", "--format=%i", "--jobs", job])?;
    let said = String::from_utf8_lossy(&output.stderr).trim().to_owned();
    Ok(if output.status.success() {
        let is_empty = output.stdout.trim_ascii().is_empty();
        if is_empty { QueueState::Gone } else { QueueState::Waiting }
    // Said of a job that ended so long ago that the controller has forgotten it.
    } else if said.contains("Invalid job id") {
        QueueState::Gone
    } else {
        QueueState::None(said)
    })
}

/// Submits a script; the number of its job.
fn sbatch(words: &[&str]) -> Result<String, CommandFailure> {
    let output = slurm("sbatch", &[&["--parsable"], words].concat())?;
    let said = String::from_utf8_lossy(&output.stdout);
    // The number is followed by the name of the cluster, if there are several.
    let job = said.trim().split(';').next().unwrap_or_default();
    // The number goes into further commands and into a file, so it is checked to be one.
    if output.status.success() && !job.is_empty() && job.bytes().all(|it| it.is_ascii_digit()) {
        return Ok(job.to_owned());
    }
    let said = String::from_utf8_lossy(&output.stderr).trim().to_owned();
    let why = if said.is_empty() { output.status.to_string() } else { said };
    Err(CommandFailure::new(Exit::Limit, format!("jetan: Slurm does not take the job: {why}")))
}

fn slurm(program: &str, words: &[&str]) -> Result<Output, CommandFailure> {
    let unusable = |why: &str| CommandFailure::unreadable(format!("jetan: {program}: {why}"));
    match Command::new(program).args(words).output() {
        Ok(output) if !is_not_found(&output) => Ok(output),
        Err(error) if error.kind() != ErrorKind::NotFound => Err(unusable(&reason(&error))),
        _ => Err(unusable("it is not here: is this a node of a Slurm cluster?")),
    }
}

/// Whether a program was not found. Under emulation it ends like a shell that looked
/// for it.
fn is_not_found(output: &Output) -> bool {
    output.status.code() == Some(127) && output.stdout.is_empty() && output.stderr.is_empty()
}

/// The flags that belong to the class and not to a shard of it.
fn around(output: &Typed) -> Result<String, CommandFailure> {
    let mut flags = String::new();
    let files =
        [("roster", &output.roster), ("overrides", &output.overrides), ("before", &output.before)];
    for (flag, path) in files {
        if let Some(path) = path {
            let _ = write!(flags, " --{flag} {}", quoted(&absolute(path)?));
        }
    }
    if let Some(column) = &output.column {
        let _ = write!(flags, " --column={}", word(column));
    }
    if output.anonymous {
        flags += " --anonymous";
    }
    Ok(flags)
}

fn absolute(path: &Path) -> Result<PathBuf, CommandFailure> {
    fs::canonicalize(path).map_err(|error| {
        CommandFailure::unreadable(format!("jetan: {}: {}", files::name(path), reason(&error)))
    })
}

fn quoted(path: &Path) -> String {
    word(&path.to_string_lossy())
}
