//! The recorded MARS cases (`testdata/mars/README.md`), byte for byte.
//!
//! Cases we do not follow are listed in `testdata/mars-different.txt`; of those, what does not need
//! the machine is checked all the same: they assemble, with the recorded warnings, to the recorded
//! words. A listed case that passes must leave the list.

use std::collections::BTreeSet;
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::thread;

use tempfile::TempDir;
use toml::{Table, Value};

const THREADS: usize = 4;

/// A program is loaded and run the same way by `run --strict`: its output and its files are those
/// that MARS recorded, and it ends as well or as badly.
#[test]
fn strict_runs_do_what_mars_does() {
    let mut different = listed("mars-different.txt");
    // It looks at the registers of keyboard and display, which are connected here.
    different.insert("mem-mmio-read".to_owned());
    let cases = cases();
    let meant: Vec<&Case> =
        cases.iter().filter(|case| !different.contains(&case.name) && case.can_run()).collect();
    assert!(meant.len() >= 200, "only {} recordings can be run", meant.len());
    let problems = in_parallel(&meant, |case| {
        case.run_strictly().err().map(|why| format!("{}: {why}", case.name))
    });
    assert!(problems.is_empty(), "{}", problems.join("\n"));
}

/// Operands that do not fit their words are part of what is loaded, whoever loads it.
#[test]
fn wide_operands_mean_the_same_everywhere() {
    let nops = "nop\n".repeat(33_000);
    let far = format!("li $a0, 2\nb far\nli $a0, 1\n{nops}far: li $v0, 1\nsyscall\n");
    // MARS has eight condition flags: comparing into another one changes nothing.
    let flag = "c.eq.s 9, $f0, $f0\nli $a0, 0\nbc1f 9, show\nli $a0, 1\nshow: li $v0, 1\nsyscall\n";
    for (source, printed) in [(far.as_str(), "2"), (flag, "0")] {
        let scratch = TempDir::new().expect("a folder can be made");
        fs::write(scratch.path().join("wide.asm"), source).expect("a file can be written");
        for words in [&["mars", "nc", "wide.asm"][..], &["run", "--strict", "wide.asm"]] {
            let mut command = Command::new(env!("CARGO_BIN_EXE_jetan"));
            let command = command.args(words).current_dir(scratch.path()).stdin(Stdio::null());
            let output = command.output().expect("the command starts");
            let text = String::from_utf8_lossy(&output.stdout);
            assert_eq!(text.trim_end(), printed, "{words:?}: {output:?}");
        }
    }
}

/// Does something with every case, on several threads.
fn in_parallel<T: Sync, P: IntoIterator<Item = String>>(
    cases: &[T],
    check: impl Fn(&T) -> P + Sync,
) -> Vec<String> {
    thread::scope(|scope| {
        let share = cases.len().div_ceil(THREADS);
        let check = &check;
        let threads: Vec<_> = cases
            .chunks(share)
            .map(|some| scope.spawn(move || some.iter().flat_map(check).collect::<Vec<String>>()))
            .collect();
        threads.into_iter().flat_map(|one| one.join().expect("a check does not panic")).collect()
    })
}

#[test]
fn recorded_cases_are_reproduced() {
    let different = listed("mars-different.txt");
    let cases = cases();
    assert!(cases.len() >= 250, "there are recordings");
    let known: BTreeSet<String> = cases.iter().map(|case| case.name.clone()).collect();
    let mut problems: Vec<String> =
        different.difference(&known).map(|name| format!("{name}: there is no such case")).collect();
    problems.extend(in_parallel(&cases, |case| check(case, &different)));
    assert!(problems.is_empty(), "{}", problems.join("\n"));
}

/// What is wrong with a case, given those that do not pass.
fn check(case: &Case, different: &BTreeSet<String>) -> Vec<String> {
    let is_different = different.contains(&case.name);
    let mut problems = match (case.reproduce(), is_different) {
        (Ok(()), true) => vec!["passes: take it off the list".to_owned()],
        (Err(why), false) => vec![why],
        (Ok(()), false) | (Err(_), true) => Vec::new(),
    };
    if is_different {
        problems.extend(case.assemble().err());
    }
    problems.iter().map(|problem| format!("{}: {problem}", case.name)).collect()
}

fn folder(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../testdata").join(name)
}

/// The names in a list; lines with `#` are remarks.
fn listed(list: &str) -> BTreeSet<String> {
    let text = fs::read_to_string(folder(list)).expect("the list is there");
    let names = text.lines().map(str::trim).filter(|line| !line.is_empty());
    names.filter(|line| !line.starts_with('#')).map(str::to_owned).collect()
}

fn cases() -> Vec<Case> {
    let entries = fs::read_dir(folder("mars")).expect("the recordings are there");
    let folders = entries.map(|entry| entry.expect("a readable folder").path());
    let mut cases: Vec<Case> = folders.filter(|path| path.is_dir()).map(Case::read).collect();
    cases.sort_by(|a, b| a.name.cmp(&b.name));
    cases
}

/// A recording.
struct Case {
    name: String,
    folder: PathBuf,
    keys: Table,
}

impl Case {
    fn read(folder: PathBuf) -> Case {
        let text = fs::read_to_string(folder.join("case.toml")).expect("a case has its case.toml");
        let keys = text.parse().expect("case.toml is TOML");
        let name = folder.file_name().unwrap_or_default().to_string_lossy().into_owned();
        Case { name, folder, keys }
    }

    fn words(&self, key: &str) -> Vec<String> {
        let values = self.keys.get(key).and_then(Value::as_array).cloned().unwrap_or_default();
        values.iter().filter_map(Value::as_str).map(str::to_owned).collect()
    }

    /// A text that stands in `case.toml`, or in a file of its own.
    fn bytes(&self, key: &str) -> Vec<u8> {
        match self.keys.get(&format!("{key}_file")).and_then(Value::as_str) {
            Some(name) => fs::read(self.folder.join(name)).expect("the side file is there"),
            None => self.keys.get(key).and_then(Value::as_str).unwrap_or_default().into(),
        }
    }

    /// Runs the case and compares everything.
    fn reproduce(&self) -> Result<(), String> {
        let run = Run::new(self, &[]);
        let expected = self.keys.get("expect_exit").and_then(Value::as_integer);
        let code = run.output.status.code().map(i64::from);
        if code != expected {
            return Err(format!("ends with {code:?}, not {expected:?}{}", run.said()));
        }
        for (what, got, key) in [
            ("standard output", &run.output.stdout, "expect_stdout"),
            ("standard error", &run.output.stderr, "expect_messages"),
        ] {
            same(what, &run.relative(got), &self.bytes(key))?;
        }
        self.words("expect_files").iter().try_for_each(|name| run.same_file(self, name))
    }

    /// Whether `jetan run` can be asked for the same: a run of named files without a step limit.
    fn can_run(&self) -> bool {
        let refuses =
            |word: &String| matches!(word.as_str(), "a" | "p" | "h") || word.parse::<u32>().is_ok();
        let files = self.words("files");
        let exit = self.keys.get("expect_exit").and_then(Value::as_integer);
        !files.is_empty()
            && files.iter().all(|name| self.folder.join(name).is_file())
            && !self.words("args").iter().any(refuses)
            // Bad words end with 0 and without a run.
            && (exit != Some(0) || !self.bytes("expect_messages").starts_with(b"Invalid"))
    }

    /// Runs the case by `jetan run --strict` and compares what the program does.
    fn run_strictly(&self) -> Result<(), String> {
        let args = self.words("args");
        let mut words = vec!["run".to_owned(), "--strict".to_owned()];
        for (idx, word) in args.iter().enumerate() {
            // MARS has eight condition flags: comparing into another one changes nothing.
            let flag = match word.as_str() {
                "db" => "--delayed-branching",
                "smc" => "--self-modifying",
                "sm" => "--start-at-main",
                "np" => "--no-pseudo",
                "we" => "--warnings-as-errors",
                "mc" => "--memory",
                _ => continue,
            };
            words.push(flag.to_owned());
            words.extend(args.get(idx + 1).filter(|_| word == "mc").cloned());
        }
        words.extend(self.words("files"));
        let arguments = self.words("program_args");
        if !arguments.is_empty() {
            words.push("--".to_owned());
            words.extend(arguments);
        }
        let run = Run::of(self, &words);
        let expected = match self.keys.get("expect_exit").and_then(Value::as_integer) {
            Some(3) => Some(1),
            Some(4) => Some(2),
            code => code,
        };
        let code = run.output.status.code().map(i64::from);
        if code != expected {
            return Err(format!("ends with {code:?}, not {expected:?}{}", run.said()));
        }
        same("standard output", &run.relative(&run.output.stdout), &self.bytes("expect_stdout"))?;
        // Dumps are not the program's.
        let dumped = |name: &&String| args.iter().any(|word| word == *name);
        let files = self.words("expect_files");
        files.iter().filter(|name| !dumped(name)).try_for_each(|name| run.same_file(self, name))
    }

    /// Assembles the case only, and compares what running does not change.
    fn assemble(&self) -> Result<(), String> {
        let run = Run::new(self, &["a"]);
        if run.output.status.code() != Some(0) {
            return Err(format!("does not assemble{}", run.said()));
        }
        let warnings = |bytes: &[u8]| -> Vec<String> {
            let text = String::from_utf8_lossy(bytes).into_owned();
            let lines = text.lines().filter(|line| line.starts_with("Warning in "));
            lines.map(str::to_owned).collect()
        };
        let (got, expected) =
            (warnings(&run.relative(&run.output.stderr)), warnings(&self.bytes("expect_messages")));
        if got != expected {
            return Err(format!("warns {got:?}, not {expected:?}"));
        }
        let args = self.words("args");
        if args.iter().any(|word| word == "smc") {
            return Ok(());
        }
        let dumps = args.windows(4).filter(|words| words[0] == "dump" && words[1] == ".text");
        dumps.map(|words| &words[3]).try_for_each(|name| run.same_file(self, name))
    }
}

/// One run of a case in a folder of its own.
struct Run {
    scratch: TempDir,
    output: Output,
}

impl Run {
    /// Runs `jetan mars`, with more words before those of the case.
    fn new(case: &Case, more: &[&str]) -> Run {
        let mut words = ["mars", "nc", "me", "ae3", "se4"].map(str::to_owned).to_vec();
        words.extend(more.iter().map(|&word| word.to_owned()));
        words.extend([case.words("args"), case.words("files")].concat());
        let arguments = case.words("program_args");
        if !arguments.is_empty() {
            words.push("pa".to_owned());
            words.extend(arguments);
        }
        Run::of(case, &words)
    }

    /// Runs any command of Jetan in a copy of the case's folder, with the case's input.
    fn of(case: &Case, words: &[String]) -> Run {
        let scratch = TempDir::new().expect("a folder can be made");
        copy(&case.folder, scratch.path());
        let mut command = Command::new(env!("CARGO_BIN_EXE_jetan"));
        command.args(words);
        let pipes = command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = pipes.current_dir(scratch.path()).spawn().expect("the command starts");
        let mut stdin = child.stdin.take().expect("the input is a pipe");
        // The program may end without reading its input.
        let _ = stdin.write_all(&case.bytes("stdin"));
        drop(stdin);
        Run { scratch, output: child.wait_with_output().expect("the command ends") }
    }

    /// Output with the folder of the run taken out of all paths.
    fn relative(&self, bytes: &[u8]) -> Vec<u8> {
        let folder = fs::canonicalize(self.scratch.path()).expect("the folder is there");
        let folder = jetan_os::file::name(&folder);
        // Windows says in front that the rest is to be taken literally.
        let prefix = format!("{}/", folder.trim_start_matches("//?/")).into_bytes();
        let mut kept = Vec::new();
        let mut rest = bytes;
        while let Some((&first, after)) = rest.split_first() {
            if let Some(after) = rest.strip_prefix(prefix.as_slice()) {
                rest = after;
            } else {
                kept.push(first);
                rest = after;
            }
        }
        kept
    }

    fn same_file(&self, case: &Case, name: &str) -> Result<(), String> {
        let expected = fs::read(case.folder.join("expected").join(name));
        let expected = expected.map_err(|error| format!("expected/{name}: {error}"))?;
        let got = fs::read(self.scratch.path().join(name));
        let got = got.map_err(|error| format!("{name}: {error}"))?;
        same(name, &self.relative(&got), &expected)
    }

    fn said(&self) -> String {
        let text = String::from_utf8_lossy(&self.output.stderr).into_owned();
        let lines: Vec<&str> = text.lines().take(3).collect();
        if lines.is_empty() { String::new() } else { format!(" and says {:?}", lines.join("\n")) }
    }
}

/// Compares bytes; the error shows the first line that differs.
fn same(what: &str, got: &[u8], expected: &[u8]) -> Result<(), String> {
    if got == expected {
        return Ok(());
    }
    let (got, expected) = (String::from_utf8_lossy(got), String::from_utf8_lossy(expected));
    let (mut ours, mut theirs) = (got.split('\n'), expected.split('\n'));
    for number in 1.. {
        let (our, their) = (ours.next(), theirs.next());
        if our != their {
            let line =
                |line: Option<&str>| line.map_or("nothing".to_owned(), |it| format!("{it:?}"));
            let (our, their) = (line(our), line(their));
            return Err(format!("{what}, line {number}: {our}, not {their}"));
        }
        if our.is_none() {
            break;
        }
    }
    Err(format!("{what} differs in bytes that are no text"))
}

fn copy(from: &Path, to: &Path) {
    for entry in fs::read_dir(from).expect("a readable folder") {
        let entry = entry.expect("a readable folder");
        let target = to.join(entry.file_name());
        if entry.path().is_dir() {
            fs::create_dir(&target).expect("a folder can be made");
            copy(&entry.path(), &target);
        } else {
            fs::copy(entry.path(), &target).expect("a file can be copied");
        }
    }
}
