//! Test programs side by side.
//!
//! `cargo test` starts one test program after another, and most of them end with one long test on
//! one processor while the others idle. Here as many run at once as there are processors, the
//! longest first; what each prints appears as a whole when it has ended.
#![expect(clippy::print_stderr, reason = "the output of tests, beside cargo's own")]

use std::{
    path::PathBuf,
    process::{Command, Output, Stdio},
    sync::Mutex,
    thread,
    time::{Duration, Instant},
};

use anyhow::{Context, Result, ensure};
use serde_json::Value;

use crate::step::{PROFILE, cargo};

/// One test program, as cargo built it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TestProgram {
    /// The package and the target, as in `jetan-asm corpus`.
    pub name: String,
    /// The name of the target alone.
    pub target: String,
    /// The program.
    pub path: PathBuf,
    /// The folder of its package, in which cargo runs it too.
    pub folder: PathBuf,
}

/// Builds the test programs of the packages that `selection` names, in words of cargo.
pub fn build(selection: &[&str]) -> Result<Vec<TestProgram>> {
    let output = cargo(&["test", "--no-run", "--profile", PROFILE])
        .arg("--message-format=json-render-diagnostics")
        .args(selection)
        .stderr(Stdio::inherit())
        .output()
        .context("cannot start cargo")?;
    ensure!(output.status.success(), "cargo test --no-run: {}", output.status);
    let messages = String::from_utf8(output.stdout).context("cargo's messages are UTF-8")?;
    let programs: Vec<TestProgram> = messages.lines().filter_map(test_program).collect();
    ensure!(!programs.is_empty(), "cargo built no test program");
    Ok(programs)
}

/// The test program that a line of cargo's messages announces, if it does.
fn test_program(message: &str) -> Option<TestProgram> {
    let message: Value = serde_json::from_str(message).ok()?;
    // The same kind of message announces ordinary programs; only tests have this flag.
    let path = message["executable"].as_str().filter(|_| message["profile"]["test"] == true)?;
    let folder = PathBuf::from(message["manifest_path"].as_str()?).parent()?.to_owned();
    // The folder has the name of its package: the rule `layers` of tidy checks that.
    let package = folder.file_name()?.to_string_lossy().into_owned();
    let target = message["target"]["name"].as_str()?.to_owned();
    let name = if package == target { package } else { format!("{package} {target}") };
    Some(TestProgram { name, target, path: path.into(), folder })
}

/// Begins a line by which a test says that it could not be done here. It has to reach standard
/// error past the test harness (`writeln!` to it, not `eprintln!`), which keeps to itself what
/// tests that pass print.
const SKIPPED: &str = "skipped: ";

/// Runs all of them, those with a name of `first` before the others, and fails after all have run
/// if one of them has failed. Returns what was skipped, and why, in order of the texts.
pub fn run(
    mut programs: Vec<TestProgram>,
    first: &[&str],
    environment: &[(&str, String)],
) -> Result<Vec<String>> {
    // Taken from the end.
    programs.sort_by_key(|program| first.contains(&program.target.as_str()));
    let waiting = Mutex::new(programs);
    let failed = Mutex::new(Vec::new());
    let skipped = Mutex::new(Vec::new());
    let processors = thread::available_parallelism().map_or(1, usize::from);
    thread::scope(|scope| {
        for _ in 0..processors {
            scope.spawn(|| {
                while let Some(program) = next(&waiting) {
                    let start = Instant::now();
                    let result = execute(&program, environment);
                    if let (Ok(output), Ok(mut skipped)) = (&result, skipped.lock()) {
                        skipped.extend(skipped_in(output));
                    }
                    let has_passed = report(&program, result, start.elapsed());
                    if !has_passed && let Ok(mut failed) = failed.lock() {
                        failed.push(program.name);
                    }
                }
            });
        }
    });
    let failed = failed.into_inner().unwrap_or_default();
    ensure!(failed.is_empty(), "failed: {}", failed.join(", "));
    let mut skipped = skipped.into_inner().unwrap_or_default();
    skipped.sort();
    Ok(skipped)
}

/// The reasons that tests of a program give for being skipped.
fn skipped_in(output: &Output) -> Vec<String> {
    let complained = String::from_utf8_lossy(&output.stderr);
    complained.lines().filter_map(|line| line.strip_prefix(SKIPPED)).map(str::to_owned).collect()
}

fn next(waiting: &Mutex<Vec<TestProgram>>) -> Option<TestProgram> {
    waiting.lock().ok()?.pop()
}

fn execute(program: &TestProgram, environment: &[(&str, String)]) -> std::io::Result<Output> {
    let mut command = Command::new(&program.path);
    // cargo sets it when it runs tests, and some find their data by it.
    command.current_dir(&program.folder).env("CARGO_MANIFEST_DIR", &program.folder);
    command.envs(environment.iter().map(|(name, value)| (name, value)));
    command.stdin(Stdio::null()).output()
}

/// Prints what a program printed; whether it has passed.
fn report(program: &TestProgram, result: std::io::Result<Output>, took: Duration) -> bool {
    let seconds = took.as_secs_f64();
    match result {
        Ok(output) => {
            let printed = String::from_utf8_lossy(&output.stdout);
            let complained = String::from_utf8_lossy(&output.stderr);
            let has_passed = output.status.success();
            // Of a program that has passed the names of its tests tell nothing.
            let lines = printed.lines().filter(|line| !has_passed || line.starts_with("test r"));
            let text: Vec<&str> = lines.collect();
            let name = &program.name;
            eprintln!("   {name} ({seconds:.1} s)\n{complained}{}", text.join("\n"));
            has_passed
        }
        Err(error) => {
            eprintln!("   {} cannot be started: {error}", program.name);
            false
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn program(name: &str, script: &str) -> TestProgram {
        let folder = tempfile::tempdir().expect("there is room").keep();
        let path = folder.join(name);
        std::fs::write(&path, format!("#!/bin/sh\n{script}\n")).expect("it can be written");
        make_executable(&path);
        TestProgram { name: name.to_owned(), target: name.to_owned(), path, folder }
    }

    #[cfg(unix)]
    fn make_executable(path: &std::path::Path) {
        use std::os::unix::fs::PermissionsExt;
        let mode = std::fs::Permissions::from_mode(0o755);
        std::fs::set_permissions(path, mode).expect("it is ours");
    }

    #[cfg(unix)]
    #[test]
    fn every_program_runs_and_failures_are_named_together() {
        let marker = tempfile::tempdir().expect("there is room");
        let path = |name: &str| marker.path().join(name).display().to_string();
        let programs = vec![
            program("good", &format!("touch {} && test \"$SEED\" = 7", path("good"))),
            program("bad", "echo it broke; exit 1"),
            program("worse", "exit 101"),
            program("late", &format!("touch {}", path("late"))),
        ];
        let folders: Vec<PathBuf> = programs.iter().map(|one| one.folder.clone()).collect();
        let error = run(programs, &["late"], &[("SEED", "7".to_owned())]).unwrap_err().to_string();
        let mut names: Vec<&str> =
            error.strip_prefix("failed: ").expect("it says so").split(", ").collect();
        names.sort_unstable();
        assert_eq!(names, ["bad", "worse"]);
        assert!(marker.path().join("good").exists() && marker.path().join("late").exists());
        for folder in folders {
            std::fs::remove_dir_all(folder).expect("it is ours");
        }
    }

    #[cfg(unix)]
    #[test]
    fn what_tests_skip_is_named() {
        let programs = vec![
            program("whole", "echo skipped: on another stream; echo not skipped: this >&2"),
            program("partial", "echo 'skipped: slurm: it is not installed' >&2"),
        ];
        let folders: Vec<PathBuf> = programs.iter().map(|one| one.folder.clone()).collect();
        let skipped = run(programs, &[], &[]).expect("both pass");
        assert_eq!(skipped, ["slurm: it is not installed"]);
        for folder in folders {
            std::fs::remove_dir_all(folder).expect("it is ours");
        }
    }

    #[test]
    fn only_test_programs_are_taken_from_cargos_messages() {
        let message = |test: bool, executable: &str| {
            let rest = r#""manifest_path":"/w/jetan-asm/Cargo.toml","target":{"name":"corpus"}"#;
            format!(r#"{{"profile":{{"test":{test}}},"executable":{executable},{rest}}}"#)
        };
        let found = test_program(&message(true, "\"/t/corpus-1\"")).expect("it is one");
        assert_eq!((found.name.as_str(), found.target.as_str()), ("jetan-asm corpus", "corpus"));
        assert_eq!(found.folder, PathBuf::from("/w/jetan-asm"));
        assert_eq!(test_program(&message(false, "\"/t/jetan\"")), None);
        assert_eq!(test_program(&message(true, "null")), None);
        assert_eq!(test_program("not a message"), None);
    }
}
