//! What programs, sources and folders of others cannot do to whoever checks them, and that what
//! decides a verdict is counted and not timed. Links, pipes, signals and limits are Unix's.

#![cfg(unix)]

#[path = "support/bounds.rs"]
mod bounds;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use serde_json::Value;
use tempfile::TempDir;

/// Nothing takes as long; what does waits for somebody.
const HANGS: Duration = Duration::from_mins(4);
/// 256 MB, for the process with all that it maps.
const ADDRESS_SPACE_KIB: u32 = 256_000_000 / 1024;
/// What must not be shown.
const SECRET: &str = "the_answer_is_42";

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

/// Runs a command to its end; one that waits for something is ended, and has no code.
fn finish(command: &mut Command) -> Output {
    let piped = command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let child = piped.spawn().expect("the command starts");
    let id = child.id();
    let (done, waiting) = std::sync::mpsc::channel::<()>();
    let watch = thread::spawn(move || {
        if waiting.recv_timeout(HANGS).is_err() {
            let _ = Command::new("kill").args(["-KILL", &id.to_string()]).status();
        }
    });
    let output = child.wait_with_output().expect("the command ends");
    let _ = done.send(());
    watch.join().expect("nobody panics");
    output
}

fn jetan(words: &[&str], folder: &Path) -> Output {
    finish(Command::new(env!("CARGO_BIN_EXE_jetan")).args(words).current_dir(folder))
}

/// A folder `work` for a submission, and a secret beside it that is there or not.
fn world(has_secret: bool) -> TempDir {
    let world = TempDir::new().expect("a folder can be made");
    fs::create_dir(world.path().join("work")).expect("a folder can be made");
    if has_secret {
        let lines = format!("{SECRET}\n{SECRET}: {SECRET}\n");
        fs::write(world.path().join("secret"), lines).expect("a file can be written");
    }
    let pipe = world.path().join("work/pipe.asm");
    let (kind, mode) = (rustix::fs::FileType::Fifo, rustix::fs::Mode::RWXU);
    rustix::fs::mknodat(rustix::fs::CWD, pipe, kind, mode, 0).expect("a pipe can be made");
    let link = |target: &str, name: &str| {
        let link = world.path().join("work").join(name);
        std::os::unix::fs::symlink(target, link).expect("a link can be made");
    };
    link("../secret", "link.asm");
    link("..", "up");
    world
}

/// What a check of a source says in such a folder, with the names of folders left out.
fn said(source: &str, words: &[&str], has_secret: bool) -> (String, Option<i32>) {
    let world = world(has_secret);
    let outer = world.path().to_str().expect("it is UTF-8");
    let source = source.replace("OUTER", outer);
    fs::write(world.path().join("work/my.asm"), source).expect("a file can be written");
    let output = jetan(words, &world.path().join("work"));
    let said = text(&output.stdout) + &text(&output.stderr);
    (said.replace(outer, "OUTER"), output.status.code())
}

#[test]
fn a_source_cannot_have_other_files_shown_nor_learn_whether_they_exist() {
    let sources = [
        "# jetan: pack OUTER/secret\nnop\n",
        "# jetan: pack ../secret\nnop\n",
        "# jetan: pack pipe.asm\nnop\n",
        ".include \"OUTER/secret\"\nnop\n",
        ".include \"../secret\"\nnop\n",
        ".include \"link.asm\"\nnop\n",
        ".include \"up/secret\"\nnop\n",
        ".include \"pipe.asm\"\nnop\n",
        ".include \"/dev/stdin\"\nnop\n",
    ];
    for source in sources {
        for words in
            [&["check", "sudoku", "--cases", "0", "my.asm"][..], &["run", "--sandbox", "my.asm"]]
        {
            let (said_if_there, code) = said(source, words, true);
            assert!(!said_if_there.contains("answer"), "{source}: {said_if_there}");
            assert!(matches!(code, Some(1 | 66)), "{source}: {code:?} {said_if_there}");
            assert_eq!((said_if_there, code), said(source, words, false), "{source}");
        }
    }
}

#[test]
fn a_folder_cannot_have_other_files_shown() {
    for words in [
        &["check", "sudoku", "--cases", "0", "."][..],
        &["check", "sudoku", "--cases", "0", "link.asm"],
        &["check", "sudoku", "--cases", "0", "pipe.asm"],
        &["run", "--sandbox", "link.asm"],
    ] {
        let (said_if_there, code) = said("nop\n", words, true);
        assert!(!said_if_there.contains("answer"), "{words:?}: {said_if_there}");
        assert_eq!(code, Some(66), "{words:?}: {said_if_there}");
        assert_eq!((said_if_there, code), said("nop\n", words, false), "{words:?}");
    }
}

#[test]
fn links_within_the_folder_are_followed() {
    let world = world(false);
    let work = world.path().join("work");
    for name in ["link.asm", "pipe.asm"] {
        fs::remove_file(work.join(name)).expect("it was there");
    }
    fs::write(work.join("part.s"), "li $v0, 10\nsyscall\n").expect("a file can be written");
    fs::write(work.join("my.asm"), ".include \"other.s\"\n").expect("a file can be written");
    std::os::unix::fs::symlink("part.s", work.join("other.s")).expect("a link can be made");
    let output = jetan(&["run", "--sandbox", "my.asm"], &work);
    assert_eq!((output.status.code(), text(&output.stderr)), (Some(0), String::new()));
}

#[test]
fn files_of_a_sandboxed_run_are_in_memory() {
    let source = "\
        .data
name:   .asciiz \"notes\"
text:   .asciiz \"kept\"
back:   .space 8
        .text
        la $a0, name
        li $a1, 1
        li $v0, 13
        syscall
        move $s0, $v0
        move $a0, $s0
        la $a1, text
        li $a2, 4
        li $v0, 15
        syscall
        move $a0, $s0
        li $v0, 16
        syscall
        la $a0, name
        li $a1, 0
        li $v0, 13
        syscall
        move $a0, $v0
        la $a1, back
        li $a2, 8
        li $v0, 14
        syscall
        la $a0, back
        li $v0, 4
        syscall
        li $v0, 30
        syscall
        li $v0, 1
        syscall
        li $v0, 10
        syscall
";
    let folder = TempDir::new().expect("a folder can be made");
    fs::write(folder.path().join("my.asm"), source).expect("a file can be written");
    let output = jetan(&["run", "--sandbox", "--clock-start", "7", "my.asm"], folder.path());
    assert_eq!((text(&output.stdout), text(&output.stderr)), ("kept7".to_owned(), String::new()));
    assert!(!folder.path().join("notes").exists());
}

/// A rubric that somebody gave away: what it names beside itself stays beside it.
#[test]
fn a_rubric_cannot_have_other_files_read() {
    let rubric = |case: &str| {
        format!(
            "title = \"t\"\n[[criterion]]\nname = \"c\"\npoints = 1\n[[criterion.io]]\n{case}\n"
        )
    };
    for case in [
        "output-file = \"link.asm\"",
        "output-file = \"up/secret\"",
        "output-file = \"../secret\"",
        "output-file = \"pipe.asm\"",
        "folder = \"..\"",
        "folder = \"up\"",
    ] {
        let said = |has_secret| {
            let world = world(has_secret);
            let work = world.path().join("work");
            fs::write(work.join("rubric.toml"), rubric(case)).expect("a file can be written");
            let output = jetan(&["grade", "check-rubric", "rubric.toml"], &work);
            (output.status.code(), text(&output.stdout) + &text(&output.stderr))
        };
        let there = said(true);
        assert!(there.0 == Some(1) && !there.1.contains("answer"), "{case}: {there:?}");
        assert_eq!(there, said(false), "{case}");
    }
    let world = world(false);
    let output = jetan(&["grade", "pipe.asm", "."], &world.path().join("work"));
    assert_eq!(output.status.code(), Some(66), "{}", text(&output.stderr));
}

/// A pack that somebody gave away: what it extends comes with Jetan or lies beside it.
#[test]
fn a_pack_cannot_have_other_files_read() {
    for extended in ["OUTER/secret", "../secret", "up/secret", "link.asm", "pipe.asm", ".."] {
        let said = |has_secret| {
            let world = world(has_secret);
            let outer = world.path().to_str().expect("it is UTF-8");
            let extended = extended.replace("OUTER", outer);
            let pack = format!("name = \"mine\"\nsummary = \"m\"\nextends = \"{extended}\"\n");
            fs::write(world.path().join("work/pack.toml"), pack).expect("a file can be written");
            let output = jetan(&["pack", "check", "pack.toml"], &world.path().join("work"));
            let said = text(&output.stdout) + &text(&output.stderr);
            (output.status.code(), said.replace(outer, "OUTER"))
        };
        let there = said(true);
        assert!(there.0 != Some(0) && !there.1.contains("answer"), "{extended}: {there:?}");
        assert_eq!(there, said(false), "{extended}");
    }
}

/// The programs that try to use up time and memory of whoever checks them.
#[test]
fn a_check_stays_within_256_megabytes_whatever_a_program_does() {
    let folder = root().join("testdata/hostile/check");
    let entries = fs::read_dir(&folder).expect("the programs are there");
    let mut programs: Vec<PathBuf> = entries.map(|entry| entry.expect("readable").path()).collect();
    programs.retain(|path| path.extension().is_some_and(|extension| extension == "asm"));
    programs.sort();
    assert!(programs.len() >= 10, "{}", programs.len());
    for path in programs {
        let source = fs::read_to_string(&path).expect("the program is readable");
        let remark = |key: &str| {
            let mut lines = source.lines().map_while(|line| line.strip_prefix("# "));
            lines.find_map(|line| line.strip_prefix(key)).unwrap_or_default().to_owned()
        };
        let (project, args) = (remark("project: "), remark("args: "));
        let name = path.to_str().expect("it is UTF-8");
        let flags = format!("{project} --jobs 1 --cases 0 --show 1 {args}");
        let bounds = bounds::bounds(ADDRESS_SPACE_KIB, None).unwrap_or_default();
        let limited = format!("{bounds}exec \"$0\" check {flags} '{name}'");
        let began = Instant::now();
        let mut shell = Command::new("sh");
        shell.args(["-c", &limited, env!("CARGO_BIN_EXE_jetan")]);
        let output = finish(shell.current_dir(&folder));
        let report = text(&output.stdout);
        let context = format!("{name}: {:?} {report}{}", output.status, text(&output.stderr));
        assert_eq!(output.status.code(), Some(1), "{context}");
        // Lines of a report may break anywhere.
        let words = report.split_whitespace().collect::<Vec<_>>().join(" ");
        let expected = remark("says: ");
        assert!(!expected.is_empty() && words.contains(&expected), "{context}");
        println!("{name}: {:?}", began.elapsed());
    }
}

/// With `JETAN_LONG=1` as many checks at a time and as long a pause as once made a right program
/// fail every time.
#[test]
fn a_stopped_clock_and_a_busy_machine_change_nothing() {
    let is_long = std::env::var_os("JETAN_LONG").is_some();
    let (checks, pause) = if is_long { (16, 11) } else { (4, 2) };
    let right = ["check", "2048", "--cases", "20", "programs/2048/main.asm"];
    let wrong = ["check", "2048", "--cases", "20", "programs/2048/skeleton.asm"];
    for words in [right, wrong] {
        let is_right = words == right;
        let code = report_under_load(&words, checks, Duration::from_secs(pause));
        assert_eq!(code, Some(i32::from(!is_right)), "{words:?}");
    }
}

/// Runs a check by itself and then several times at once, stopped for a while in the middle. The
/// reports are the same; the code is theirs.
fn report_under_load(words: &[&str], checks: usize, pause: Duration) -> Option<i32> {
    let usual = jetan(words, &root());
    assert_ne!(usual.stdout, b"");
    let start = || {
        let mut command = Command::new(env!("CARGO_BIN_EXE_jetan"));
        command.args(words).current_dir(root()).stdin(Stdio::null());
        command.stdout(Stdio::piped()).stderr(Stdio::null()).spawn().expect("it starts")
    };
    let checks: Vec<_> = (0..checks).map(|_| start()).collect();
    let signal = |name: &str| {
        for check in &checks {
            let id = check.id().to_string();
            let _ = Command::new("kill").args([name, &id]).stderr(Stdio::null()).status();
        }
    };
    thread::sleep(Duration::from_millis(30));
    signal("-STOP");
    thread::sleep(pause);
    signal("-CONT");
    for check in checks {
        let output = check.wait_with_output().expect("it ends");
        assert_eq!(text(&output.stdout), text(&usual.stdout));
        assert_eq!(output.status.code(), usual.status.code());
    }
    usual.status.code()
}

#[test]
fn a_store_without_room_stops_a_sandboxed_run() {
    let source = "\
        .data
name:   .asciiz \"big\"
bytes:  .space 65536
said:   .asciiz \"after it\"
        .text
        la $a0, name
        li $a1, 1
        li $v0, 13
        syscall
        move $s0, $v0
again:  move $a0, $s0
        la $a1, bytes
        li $a2, 65536
        li $v0, 15
        syscall
        bgtz $v0, again
        la $a0, said
        li $v0, 4
        syscall
        li $v0, 10
        syscall
";
    let folder = TempDir::new().expect("a folder can be made");
    fs::write(folder.path().join("my.asm"), source).expect("a file can be written");
    let output = jetan(&["run", "--sandbox", "my.asm"], folder.path());
    let said = text(&output.stderr);
    assert_eq!((output.status.code(), text(&output.stdout)), (Some(3), String::new()), "{said}");
    assert!(said.contains("its files and their names have more than 16777216 bytes"), "{said}");
    let output = jetan(&["run", "--sandbox", "--json", "my.asm"], folder.path());
    let report: Value = serde_json::from_slice(&output.stderr).expect("it is JSON");
    assert_eq!((&report["ending"], &report["limit"]), (&"limit".into(), &"files".into()));
}

/// Prints a random number and the time, both of which belong to the case.
#[test]
fn clock_and_chance_are_those_of_the_case() {
    let source = "\
        li $v0, 41
        syscall
        li $v0, 1
        syscall
        li $v0, 30
        syscall
        li $v0, 1
        syscall
        li $v0, 10
        syscall
";
    let folder = TempDir::new().expect("a folder can be made");
    fs::write(folder.path().join("my.asm"), source).expect("a file can be written");
    for (project, cases) in [
        ("sudoku", ["already solved", "one gap"]),
        ("tetrisito", ["start equals goal", "a square on the floor"]),
    ] {
        let mut seen = Vec::new();
        for case in cases {
            let words = ["check", project, "--cases", "0", "--json", "--case", case, "my.asm"];
            let output = jetan(&words, folder.path());
            let report: Value = serde_json::from_slice(&output.stdout)
                .unwrap_or_else(|_| panic!("{words:?}: {}", text(&output.stderr)));
            let command = report["failures"][0]["command"].as_str().expect("there is a command");
            let flags = command.split_once("my.asm").map(|(_, flags)| flags.to_owned());
            let flags = flags.expect("the program is named");
            assert!(flags.contains("--seed ") && flags.contains("--clock-start "), "{command}");
            seen.push(flags);
        }
        assert_ne!(seen[0], seen[1], "{project}");
    }
}

#[test]
fn what_the_clock_on_the_wall_stops_is_not_judged() {
    let folder = TempDir::new().expect("a folder can be made");
    fs::write(folder.path().join("my.asm"), "loop: b loop\n").expect("a file can be written");
    let words = ["check", "tetrisito", "--time-limit", "0.000001", "--cases", "3", "my.asm"];
    let output = jetan(&words, folder.path());
    let report = text(&output.stdout);
    assert_eq!(output.status.code(), Some(4), "{report}");
    assert!(report.contains("not judged, there was no time"), "{report}");
    let output = jetan(&[&words[..], &["--json"]].concat(), folder.path());
    let report: Value = serde_json::from_slice(&output.stdout).expect("it is JSON");
    assert_eq!(report["failed"], 0, "{report}");
    assert_ne!(report["notJudged"], Value::Array(Vec::new()), "{report}");
}

#[test]
fn a_procedure_that_fails_has_a_command_that_shows_it_again() {
    let folder = TempDir::new().expect("a folder can be made");
    let name = "--tasks.asm";
    for (from, to) in [("skeleton.asm", name), ("game.asm", "game.asm")] {
        let from = root().join("programs/2048").join(from);
        fs::copy(from, folder.path().join(to)).expect("a file can be copied");
    }
    let words = ["check", "2048", "--only", "slide", "--cases", "10", "--json", "--", name];
    let output = jetan(&words, folder.path());
    let report: Value = serde_json::from_slice(&output.stdout).expect("it is JSON");
    let failure = &report["failures"][0];
    let command = failure["command"].as_str().expect("there is a command");
    assert!(command.starts_with("jetan check 2048"), "{command}");
    let binary = Path::new(env!("CARGO_BIN_EXE_jetan")).parent().expect("it is in a folder");
    let path = format!("{}:{}", binary.display(), std::env::var("PATH").unwrap_or_default());
    let mut shell = Command::new("sh");
    let again = format!("{command} --json");
    shell.args(["-c", &again]).env("PATH", path).current_dir(folder.path());
    let again = finish(&mut shell);
    let again: Value = serde_json::from_slice(&again.stdout).expect("it is JSON");
    assert_eq!(&again["failures"][0], failure, "{command}");
}
