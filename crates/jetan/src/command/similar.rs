//! `jetan similar`: which submissions of a class share code.

mod moss;

use std::path::PathBuf;

use jetan_grade::similar::{Class, Document, Pair, Settings, clusters};
use rayon::iter::{IntoParallelIterator, IntoParallelRefIterator, ParallelIterator};

use crate::cli::similar::Similar;
use crate::console::Console;
use crate::exit::{Exit, Failure};
use crate::files;
use crate::render::similar::{Compared, Report};
use crate::submissions::{self, Found};
use crate::threads;

/// Compares and reports. Similar submissions are a result, not a failure: the exit code is 0.
pub(crate) fn run(typed: &Similar, console: &Console) -> Result<Exit, Failure> {
    let pool = threads::pool(typed.jobs)?;
    let current = submissions::find(&typed.submissions)?;
    let former = match typed.former.as_slice() {
        [] => Vec::new(),
        paths => submissions::find(paths)?,
    };
    if let Some(path) = &typed.html
        && current.iter().chain(&former).any(|found| found.holds(path))
    {
        return Err(files::spared(path));
    }
    let (current, former) = (read(&current, &pool), read(&former, &pool));
    let skeleton = skeleton(&typed.skeleton)?;
    let documents = |compared: &[Compared]| -> Vec<Document> {
        pool.install(|| compared.par_iter().map(Compared::document).collect())
    };
    let settings = Settings { common_percent: typed.common.into(), ..Settings::default() };
    let given: Vec<Document> =
        skeleton.iter().map(|(_, bytes)| Document::new([bytes.as_slice()])).collect();
    let class = Class::new(documents(&current), documents(&former), &given, settings);
    let threshold = f64::from(typed.threshold) / 100.0;
    let pairs = pairs(&class, threshold, &pool);
    let mut compared = current;
    compared.extend(former);
    let report = Report {
        clusters: clusters(&pairs, threshold),
        found: pairs.len(),
        pairs: pairs.into_iter().take(typed.top).collect(),
        statements: (0..compared.len()).map(|number| class.own_statements(number)).collect(),
        compared: &compared,
        threshold: typed.threshold,
    };
    if let Some(path) = &typed.html {
        files::write_whole(path, report.html().as_bytes())
            .map_err(|error| Failure::unreadable(format!("jetan: {error}")))?;
    }
    if let Some(folder) = &typed.moss {
        moss::write(folder, &compared, &skeleton)?;
    }
    console.result(if typed.json { report.json() } else { report.text() })?;
    Ok(Exit::Success)
}

fn read(found: &[Found], pool: &rayon::ThreadPool) -> Vec<Compared> {
    let read = |found: &Found| {
        let submission = found.read();
        let sources: Vec<(String, Vec<u8>)> = submission
            .sources()
            .into_iter()
            .filter_map(|name| Some((name.to_owned(), submission.files.get(name)?.clone())))
            .collect();
        Compared { name: found.name.clone(), sources, refused: submission.refused }
    };
    pool.install(|| found.par_iter().map(read).collect())
}

/// The pairs that are similar enough, the most similar first.
fn pairs(class: &Class, threshold: f64, pool: &rayon::ThreadPool) -> Vec<Pair> {
    let of_one = |left: usize| {
        let pairs = class.pairs_of(left).into_iter();
        pairs.filter(|pair| pair.similarity >= threshold).collect::<Vec<Pair>>()
    };
    let all: Vec<Vec<Pair>> =
        pool.install(|| (0..class.len()).into_par_iter().map(of_one).collect());
    let mut pairs: Vec<Pair> = all.into_iter().flatten().collect();
    // Equal ones stay in the order of the names.
    pairs.sort_by(|one, other| other.similarity.total_cmp(&one.similarity));
    pairs
}

fn skeleton(paths: &[PathBuf]) -> Result<Vec<(String, Vec<u8>)>, Failure> {
    if paths.is_empty() {
        return Ok(Vec::new());
    }
    let roots = files::roots(paths, false)?;
    let read = |root: &files::Root| {
        let bytes = files::read_root(root);
        let bytes = bytes.map_err(|why| Failure::unreadable(files::unreadable(root, &why)))?;
        let name = root.name.rsplit('/').next().unwrap_or_default().to_owned();
        Ok((name, bytes))
    };
    roots.iter().map(read).collect()
}
