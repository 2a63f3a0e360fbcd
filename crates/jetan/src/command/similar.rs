//! `jetan similar`: which submissions of a class share code.

mod moss;

use std::path::PathBuf;

use jetan_grade::similar::{
    ComparedClass, SimilaritySettings, SubmissionDocument, SubmissionPair, clusters,
};
use jetan_report::similar::{ComparedSubmission, SimilarityReport};
use rayon::iter::{
    IntoParallelIterator, IntoParallelRefIterator, IntoParallelRefMutIterator, ParallelIterator,
};

use crate::cli::similar::SimilarArgs;
use crate::console::Console;
use crate::exit::{CommandFailure, Exit};
use crate::files;
use crate::panic_guard;
use crate::submissions::{self, FoundSubmission, Submission};
use crate::threads;

/// Compares and reports. Similar submissions are a result, not a failure: the exit code is 0,
/// unless Jetan failed on one of them.
pub(crate) fn run(typed: &SimilarArgs, console: &Console) -> Result<Exit, CommandFailure> {
    let pool = threads::pool(typed.jobs)?;
    let current = submissions::find(&typed.submissions)?;
    let former = match typed.former.as_slice() {
        [] => Vec::new(),
        paths => submissions::find(paths)?,
    };
    if let Some(path) = &typed.html
        && current.iter().chain(&former).any(|found| found.holds(path))
    {
        return Err(files::overwrite_refused(path));
    }
    let (mut current, mut former) = (read(&current, &pool), read(&former, &pool));
    let skeleton = skeleton(&typed.skeleton)?;
    let settings =
        SimilaritySettings { common_percent: typed.common.into(), ..SimilaritySettings::default() };
    let given: Vec<SubmissionDocument> =
        skeleton.iter().map(|(_, bytes)| SubmissionDocument::new([bytes.as_slice()])).collect();
    let (ours, theirs) = (documents(&mut current, &pool), documents(&mut former, &pool));
    let class = ComparedClass::new(ours, theirs, &given, settings);
    let threshold = f64::from(typed.threshold) / 100.0;
    // In this order: pairs name submissions by their numbers, former ones last.
    let mut compared = current;
    compared.extend(former);
    let pairs = pairs(&class, &mut compared, threshold, &pool);
    let (pairs, idioms): (Vec<SubmissionPair>, Vec<SubmissionPair>) =
        pairs.into_iter().partition(SubmissionPair::is_shared_code);
    let report = SimilarityReport {
        clusters: clusters(&pairs, threshold),
        found: pairs.len(),
        pairs: pairs.into_iter().take(typed.top).collect(),
        idioms: idioms.into_iter().take(typed.top).collect(),
        statements: (0..compared.len()).map(|number| class.own_statements(number)).collect(),
        compared: &compared,
        threshold: typed.threshold,
    };
    if let Some(path) = &typed.html {
        files::write_whole(path, report.html().as_bytes())
            .map_err(|error| CommandFailure::unreadable(format!("jetan: {error}")))?;
    }
    if let Some(folder) = &typed.moss {
        moss::write(folder, &compared, &skeleton)?;
    }
    console.result(if typed.json { report.json() } else { report.text() })?;
    let is_whole = compared.iter().all(|one| one.failed.is_none());
    Ok(if is_whole { Exit::Success } else { Exit::Bug })
}

fn read(found: &[FoundSubmission], pool: &rayon::ThreadPool) -> Vec<ComparedSubmission> {
    let read = |found: &FoundSubmission| {
        let (submission, failed) = match panic_guard::catch_panic(&found.name, || found.read()) {
            Ok(submission) => (submission, None),
            Err(why) => (Submission::default(), Some(why)),
        };
        let sources: Vec<(String, Vec<u8>)> = submission
            .sources()
            .into_iter()
            .filter_map(|name| Some((name.to_owned(), submission.files.get(name)?.clone())))
            .collect();
        ComparedSubmission {
            name: found.name.clone(),
            sources,
            refused: submission.refused,
            failed,
        }
    };
    pool.install(|| found.par_iter().map(read).collect())
}

/// The statements of each submission; one on which Jetan fails has none, and says so.
fn documents(
    compared: &mut [ComparedSubmission],
    pool: &rayon::ThreadPool,
) -> Vec<SubmissionDocument> {
    let one = |compared: &mut ComparedSubmission| {
        let document = panic_guard::catch_panic(&compared.name, || compared.document());
        document.unwrap_or_else(|why| {
            // The first failure explains the later ones.
            compared.failed.get_or_insert(why);
            SubmissionDocument::default()
        })
    };
    pool.install(|| compared.par_iter_mut().map(one).collect())
}

/// The pairs that are similar enough, the most similar first.
fn pairs(
    class: &ComparedClass,
    compared: &mut [ComparedSubmission],
    threshold: f64,
    pool: &rayon::ThreadPool,
) -> Vec<SubmissionPair> {
    let of_one = |left: usize| {
        panic_guard::catch_panic(&compared[left].name, || {
            let pairs = class.pairs_of(left).into_iter();
            pairs.filter(|pair| pair.similarity >= threshold).collect::<Vec<SubmissionPair>>()
        })
    };
    let all: Vec<Result<Vec<SubmissionPair>, String>> =
        pool.install(|| (0..class.len()).into_par_iter().map(of_one).collect());
    let mut pairs: Vec<SubmissionPair> = Vec::new();
    for (left, found) in all.into_iter().enumerate() {
        match found {
            Ok(found) => pairs.extend(found),
            Err(why) => _ = compared[left].failed.get_or_insert(why),
        }
    }
    // Equal ones stay in the order of the names.
    pairs.sort_by(|one, other| other.similarity.total_cmp(&one.similarity));
    pairs
}

fn skeleton(paths: &[PathBuf]) -> Result<Vec<(String, Vec<u8>)>, CommandFailure> {
    if paths.is_empty() {
        return Ok(Vec::new());
    }
    let roots = files::roots(paths, false)?;
    let read = |root: &files::SourceRoot| {
        let bytes = files::read_root(root);
        let bytes =
            bytes.map_err(|why| CommandFailure::unreadable(files::unreadable(root, &why)))?;
        let name = root.name.rsplit('/').next().unwrap_or_default().to_owned();
        Ok((name, bytes))
    };
    roots.iter().map(read).collect()
}

#[cfg(test)]
mod tests {
    use std::fs;

    use clap::{Args, Command, FromArgMatches};

    use super::*;
    use crate::panic_guard::PANIC_NAME;

    #[test]
    fn one_submission_that_makes_jetan_panic_does_not_stop_the_report() {
        let folder = tempfile::tempdir().expect("a folder");
        let lines = (0..40).map(|n| format!("lw $t{}, {n}($a0)\nsw $t1, ($s{})", n % 9, n % 7));
        let code = lines.collect::<Vec<_>>().join("\n");
        for name in ["ann", PANIC_NAME, "zoe"] {
            fs::write(folder.path().join(format!("{name}.asm")), &code).expect("a file");
        }
        let page = folder.path().join("page.html");
        let words = ["similar", "--html"].map(std::ffi::OsString::from).into_iter();
        let words = words.chain([page.clone().into(), folder.path().into()]);
        let matches = SimilarArgs::augment_args(Command::new("similar")).get_matches_from(words);
        let typed = SimilarArgs::from_arg_matches(&matches).expect("flags");
        let exit = run(&typed, &Console::new(clap::ColorChoice::Never)).expect("a report");
        let page = fs::read_to_string(page).expect("a page");
        assert_eq!(exit, Exit::Bug);
        assert!(page.contains("3 submissions: 1 pair is similar"), "{page}");
        assert!(page.contains("<td>ann</td>") && page.contains("<td>zoe</td>"), "{page}");
        let failed = format!("{PANIC_NAME} was not compared: Jetan failed on this submission");
        assert!(page.contains(&failed), "{page}");
    }
}
