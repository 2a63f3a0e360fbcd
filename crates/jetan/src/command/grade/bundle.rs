//! The upload for a platform: an archive with the rubric, its files, the scripts that the
//! platform calls, and Jetan itself.

mod domjudge;

use std::io::{Cursor, Write};
use std::path::Path;

use jetan_grade::rubric::{Criterion, Rubric};
use jetan_os::file::{self, Accept, is_same};
use zip::write::SimpleFileOptions;
use zip::{CompressionMethod, DateTime, ZipWriter};

use crate::cli::grade::Platform;
use crate::console::Console;
use crate::exit::{Exit, Failure};
use crate::files::{reason, spared, write_whole};

/// A file of the archive that a platform calls.
struct Script {
    name: &'static str,
    text: &'static str,
}

macro_rules! scripts {
    ($($name:literal = $file:literal),* $(,)?) => {
        &[$(Script { name: $name, text: include_str!(concat!("bundle/", $file)) }),*]
    };
}

/// The scripts of a platform; `DOMjudge` judges by itself and has none.
fn scripts(platform: Platform) -> &'static [Script] {
    match platform {
        Platform::Gradescope => {
            scripts!["run_autograder" = "gradescope.sh", "setup.sh" = "gradescope-setup.sh"]
        }
        Platform::Prairielearn => scripts!["run.sh" = "prairielearn.sh"],
        Platform::Codegrade => scripts!["grade.sh" = "codegrade.sh"],
        Platform::Autolab => scripts!["grade.sh" = "autolab.sh", "Makefile" = "autolab.mk"],
        Platform::Github => scripts!["grade.sh" = "github.sh", "grade.yml" = "github.yml"],
        Platform::Classroom50 => scripts!["autograder.py" = "classroom50.py"],
        Platform::Vpl => scripts!["vpl_evaluate.sh" = "vpl.sh"],
        Platform::Exercism => scripts!["bin/run.sh" = "exercism.sh"],
        Platform::Domjudge => &[],
    }
}

/// No file of an archive is larger, not even Jetan itself.
const FILE_BYTES_MAX: u64 = 256 << 20;

/// The platform of an archive, and what it may contain or leave out.
#[derive(Clone, Copy)]
pub(super) struct BundleRequest {
    pub(super) platform: Platform,
    /// Whether hidden cases may be where students can read them.
    pub(super) shows_hidden: bool,
    /// Whether cases that the platform cannot judge may be left out.
    pub(super) is_partial: bool,
}

/// An archive that students can read must not have what they may not see.
fn refuse_hidden(rubric: &Rubric, platform: Platform) -> Result<(), Failure> {
    let hidden = |criterion: &Criterion| {
        let all = criterion.is_hidden;
        criterion.cases.iter().filter(|case| all || case.is_hidden).count()
    };
    let count: usize = rubric.criteria.iter().map(hidden).sum();
    // Archives for the other platforms stay with the instructor.
    if platform != Platform::Github || count == 0 {
        return Ok(());
    }
    let cases = jetan_report::counted(count, "hidden case");
    Err(Failure::new(
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
) -> Result<Exit, Failure> {
    let path = &if path.is_dir() { path.join("rubric.toml") } else { path.to_owned() };
    let folder = path.parent().unwrap_or(Path::new(""));
    let beside = rubric.resources.iter().map(|name| folder.join(name));
    // Jetan itself is among the files that are packed, and must not be written over.
    let own = std::env::current_exe().ok();
    if beside.chain(own).chain([path.clone()]).any(|source| is_same(out, &source)) {
        return Err(spared(out));
    }
    if !wanted.shows_hidden {
        refuse_hidden(rubric, wanted.platform)?;
    }
    let files = if wanted.platform == Platform::Domjudge {
        domjudge::package(rubric, wanted.is_partial, console)?
    } else {
        with_jetan(path, rubric, wanted.platform)?
    };
    let count = files.len();
    let archive = zipped(files)
        .map_err(|error| Failure::unreadable(format!("jetan: {}: {error}", file::name(out))))?;
    write_whole(out, &archive).map_err(|why| Failure::unreadable(format!("jetan: {why}")))?;
    console.result(format!("{}: {count} files\n", file::name(out)))?;
    Ok(Exit::Success)
}

/// A file of an archive: name, contents, and whether it can be executed.
type Packed = (String, Vec<u8>, bool);

fn with_jetan(path: &Path, rubric: &Rubric, platform: Platform) -> Result<Vec<Packed>, Failure> {
    let read = |path: &Path| {
        file::read(path, Accept::Files, FILE_BYTES_MAX)
            .map_err(|why| Failure::unreadable(format!("jetan: {}: {why}", file::name(path))))
    };
    let scripts = scripts(platform).iter();
    let mut files: Vec<Packed> = scripts
        .map(|script| (script.name.to_owned(), script.text.as_bytes().to_vec(), true))
        .collect();
    files.push(("rubric.toml".to_owned(), read(path)?, false));
    let folder = path.parent().unwrap_or(Path::new(""));
    for name in &rubric.resources {
        files.push((name.clone(), read(&folder.join(name))?, false));
    }
    // The platform has no Jetan, and the version that was tried here is to grade there.
    let own = std::env::current_exe().map_err(|error| {
        Failure::unreadable(format!("jetan: Jetan itself cannot be found: {}", reason(&error)))
    })?;
    files.push(("jetan".to_owned(), read(&own)?, true));
    Ok(files)
}

/// An archive whose bytes depend on nothing but the files.
fn zipped(mut files: Vec<Packed>) -> zip::result::ZipResult<Vec<u8>> {
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
