//! The upload for a platform: an archive with the rubric, its files, the scripts that the
//! platform calls, and Jetan itself.

mod domjudge;

use std::io::{Cursor, Write};
use std::path::Path;

use jetan_grade::rubric::{Criterion, Rubric};
use jetan_os::file::{self, AcceptedFiles, is_same};
use zip::write::SimpleFileOptions;
use zip::{CompressionMethod, DateTime, ZipWriter};

use crate::cli::grade::BundlePlatform;
use crate::console::Console;
use crate::exit::{CommandFailure, Exit};
use crate::files::{overwrite_refused, reason, write_whole};

/// A file of the archive that a platform calls.
struct PlatformScript {
    name: &'static str,
    text: &'static str,
}

macro_rules! scripts {
    ($($name:literal = $file:literal),* $(,)?) => {
        &[$(PlatformScript { name: $name, text: include_str!(concat!("bundle/", $file)) }),*]
    };
}

/// The scripts of a platform; `DOMjudge` judges by itself and has none.
fn scripts(platform: BundlePlatform) -> &'static [PlatformScript] {
    match platform {
        BundlePlatform::Gradescope => {
            scripts!["run_autograder" = "gradescope.sh", "setup.sh" = "gradescope-setup.sh"]
        }
        BundlePlatform::Prairielearn => scripts!["run.sh" = "prairielearn.sh"],
        BundlePlatform::Codegrade => scripts!["grade.sh" = "codegrade.sh"],
        BundlePlatform::Autolab => scripts!["grade.sh" = "autolab.sh", "Makefile" = "autolab.mk"],
        BundlePlatform::Github => scripts!["grade.sh" = "github.sh", "grade.yml" = "github.yml"],
        BundlePlatform::Classroom50 => scripts!["autograder.py" = "classroom50.py"],
        BundlePlatform::Vpl => scripts!["vpl_evaluate.sh" = "vpl.sh"],
        BundlePlatform::Exercism => scripts!["bin/run.sh" = "exercism.sh"],
        BundlePlatform::Domjudge => &[],
    }
}

/// No file of an archive is larger, not even Jetan itself.
const FILE_BYTES_MAX: u64 = 256 << 20;

/// The platform of an archive, and what it may contain or leave out.
#[derive(Clone, Copy)]
pub(super) struct BundleRequest {
    pub(super) platform: BundlePlatform,
    /// Whether hidden cases may be where students can read them.
    pub(super) shows_hidden: bool,
    /// Whether cases that the platform cannot judge may be left out.
    pub(super) is_partial: bool,
}

/// An archive that students can read must not have what they may not see.
fn refuse_hidden(rubric: &Rubric, platform: BundlePlatform) -> Result<(), CommandFailure> {
    let hidden = |criterion: &Criterion| {
        let all = criterion.is_hidden;
        criterion.cases.iter().filter(|case| all || case.is_hidden).count()
    };
    let count: usize = rubric.criteria.iter().map(hidden).sum();
    // Archives for the other platforms stay with the instructor.
    if platform != BundlePlatform::Github || count == 0 {
        return Ok(());
    }
    let cases = jetan_report::counted(count, "hidden case");
    Err(CommandFailure::new(
        Exit::Assembly,
        format!(
            "jetan: students can read the grader in their repository, and the rubric has {cases}: \
             bundle a rubric without them, or say --show-hidden"
        ),
    ))
}

/// Writes the archive.
pub(super) fn write(
    path: &Path,
    rubric: &Rubric,
    wanted: BundleRequest,
    out: &Path,
    console: &Console,
) -> Result<Exit, CommandFailure> {
    let path = &if path.is_dir() { path.join("rubric.toml") } else { path.to_owned() };
    let folder = path.parent().unwrap_or(Path::new(""));
    let beside = rubric.resources.iter().map(|name| folder.join(name));
    // Jetan itself is among the files that are packed, and must not be written over.
    let own = std::env::current_exe().ok();
    if beside.chain(own).chain([path.clone()]).any(|source| is_same(out, &source)) {
        return Err(overwrite_refused(out));
    }
    if !wanted.shows_hidden {
        refuse_hidden(rubric, wanted.platform)?;
    }
    let files = if wanted.platform == BundlePlatform::Domjudge {
        domjudge::package(rubric, wanted.is_partial, console)?
    } else {
        with_jetan(path, rubric, wanted.platform)?
    };
    let count = files.len();
    let archive = zipped(files).map_err(|error| {
        CommandFailure::unreadable(format!("jetan: {}: {error}", file::name(out)))
    })?;
    write_whole(out, &archive)
        .map_err(|why| CommandFailure::unreadable(format!("jetan: {why}")))?;
    console.result(format!("{}: {count} files\n", file::name(out)))?;
    Ok(Exit::Success)
}

/// A file of an archive: name, contents, and whether it can be executed.
type ArchiveFile = (String, Vec<u8>, bool);

fn with_jetan(
    path: &Path,
    rubric: &Rubric,
    platform: BundlePlatform,
) -> Result<Vec<ArchiveFile>, CommandFailure> {
    let read = |path: &Path| {
        file::read(path, AcceptedFiles::Files, FILE_BYTES_MAX).map_err(|why| {
            CommandFailure::unreadable(format!("jetan: {}: {why}", file::name(path)))
        })
    };
    let scripts = scripts(platform).iter();
    let mut files: Vec<ArchiveFile> = scripts
        .map(|script| (script.name.to_owned(), script.text.as_bytes().to_vec(), true))
        .collect();
    files.push(("rubric.toml".to_owned(), read(path)?, false));
    let folder = path.parent().unwrap_or(Path::new(""));
    for name in &rubric.resources {
        files.push((name.clone(), read(&folder.join(name))?, false));
    }
    // The platform has no Jetan, and the version that was tried here is to grade there.
    let own = std::env::current_exe().map_err(|error| {
        CommandFailure::unreadable(format!(
            "jetan: Jetan itself cannot be found: {}",
            reason(&error)
        ))
    })?;
    files.push(("jetan".to_owned(), read(&own)?, true));
    Ok(files)
}

/// An archive whose bytes depend on nothing but the files.
fn zipped(mut files: Vec<ArchiveFile>) -> zip::result::ZipResult<Vec<u8>> {
    files.sort();
    let mut writer = ZipWriter::new(Cursor::new(Vec::new()));
    for (name, bytes, is_program) in files {
        // The default time is the earliest that the format has; order, time and mode must not vary.
        let options = SimpleFileOptions::default()
            .compression_method(CompressionMethod::Deflated)
            .last_modified_time(DateTime::default())
            .unix_permissions(if is_program { 0o755 } else { 0o644 });
        writer.start_file(name, options)?;
        writer.write_all(&bytes)?;
    }
    Ok(writer.finish()?.into_inner())
}
