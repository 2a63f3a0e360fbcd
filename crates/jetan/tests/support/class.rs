//! The golden class, graded by the command into a folder.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

pub(crate) const FORMATS: &str = "html,csv,json,junit,markdown,gradescope,prairielearn,\
                                  autolab,github,classroom50,vpl,exercism";

pub(crate) fn class() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../testdata/class")
}

pub(crate) fn jetan(words: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_jetan"));
    command.args(words).current_dir(class()).env_remove("CLICOLOR_FORCE").stdin(Stdio::null());
    command
}

#[track_caller]
pub(crate) fn finished(command: &mut Command, code: i32) -> Output {
    let output = command.output().expect("the command starts");
    let said = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(code), "{said}");
    output
}

/// Grades the class into a folder with all reports and some more words.
#[track_caller]
pub(crate) fn grade(out: &Path, more: &[&str]) -> Output {
    finished(&mut grading(out, more), 0)
}

/// The command that does so.
pub(crate) fn grading(out: &Path, more: &[&str]) -> Command {
    let mut words = vec!["grade", "rubric.toml", "submissions", "--report", FORMATS, "--out"];
    words.push(out.to_str().expect("a plain name"));
    words.extend(more);
    jetan(&words)
}

/// Every report below a folder: no journal, whose lines come in any order, and nothing of a
/// cluster.
pub(crate) fn reports(folder: &Path) -> BTreeMap<String, Vec<u8>> {
    let mut files = BTreeMap::new();
    let mut ahead = vec![folder.to_owned()];
    while let Some(at) = ahead.pop() {
        for entry in fs::read_dir(at).expect("it can be read") {
            let path = entry.expect("it is there").path();
            let name = path.file_name().expect("it has a name").to_owned();
            if name == "journal.jsonl" || name == "shards" || name == "slurm" {
                continue;
            }
            if path.is_dir() {
                ahead.push(path);
            } else {
                let name = jetan_os::file::name(path.strip_prefix(folder).expect("it is inside"));
                files.insert(name, fs::read(path).expect("it can be read"));
            }
        }
    }
    files
}

pub(crate) fn text(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).expect("it is text")
}
