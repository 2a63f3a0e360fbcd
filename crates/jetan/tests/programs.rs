//! The course projects in `programs/` pass their own cases, as `cases.toml` lists them, under
//! `jetan run` and where they need no pack under `jetan mars` too.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use serde::Deserialize;

/// The list of cases.
#[derive(Deserialize)]
struct Cases {
    case: Vec<Case>,
}

#[derive(Deserialize)]
struct Case {
    name: String,
    /// The programs that must pass; without any, the project as a whole.
    #[serde(default)]
    programs: Vec<String>,
    seed: Option<i64>,
    /// How often a board is shown.
    boards: Option<usize>,
    /// The hash of the last frame.
    frame: Option<String>,
    /// Id and mode of every sound.
    sounds: Option<Vec<String>>,
}

fn projects() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../programs")
}

struct Outcome {
    stdout: String,
    stderr: String,
    code: Option<i32>,
}

fn jetan(words: &[&str], input: &Path) -> Outcome {
    let input = fs::File::open(input).expect("a case has input");
    let output = Command::new(env!("CARGO_BIN_EXE_jetan"))
        .args(words)
        .current_dir(projects())
        .stdin(input)
        .stderr(Stdio::piped())
        .output()
        .expect("the command starts");
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    Outcome {
        stdout: text(&output.stdout),
        stderr: text(&output.stderr),
        code: output.status.code(),
    }
}

/// Runs the cases of a project; `program` is what stands for the project as a whole.
fn check(project: &str, program: &str, needs_pack: bool) {
    let folder = projects().join(project);
    let cases = fs::read_to_string(folder.join("cases.toml")).expect("a project has a list");
    let cases: Cases = toml::from_str(&cases).expect("a list can be read");
    let mut listed: Vec<String> = cases.case.iter().map(|case| case.name.clone()).collect();
    for case in &cases.case {
        let usual = [program.to_owned()];
        let programs = if case.programs.is_empty() { &usual[..] } else { &case.programs };
        for program in programs {
            check_case(&folder, project, program, case, needs_pack);
        }
    }
    let files = fs::read_dir(folder.join("cases")).expect("a project has cases");
    let files = files.map(|entry| entry.expect("a folder can be listed").path());
    let mut inputs: Vec<String> = files
        .filter(|path| path.extension().is_some_and(|extension| extension == "in"))
        .filter_map(|path| Some(path.file_stem()?.to_string_lossy().into_owned()))
        .collect();
    listed.sort();
    inputs.sort();
    assert_eq!(listed, inputs, "{project}: every case is in the list");
}

fn check_case(folder: &Path, project: &str, program: &str, case: &Case, needs_pack: bool) {
    let name = &case.name;
    let title = format!("{project}/{program}: {name}");
    let file = |extension: &str| folder.join("cases").join(format!("{name}.{extension}"));
    let expected = fs::read_to_string(file("out")).expect("a case has output");
    let path = format!("{project}/{program}");
    let seed = case.seed.unwrap_or(0).to_string();
    let keys = format!("@{}", file("keys").display());
    let mut words = vec!["run", &path, "--clock", "virtual", "--seed", &seed];
    words.push("--frame-hash");
    if file("keys").exists() {
        words.extend(["--keys", &keys]);
    }
    let place = tempfile::tempdir().expect("a folder can be made");
    let log = place.path().join("log.txt").to_string_lossy().into_owned();
    words.extend(["--sound-log", &log]);
    let outcome = jetan(&[&words[..], &["--max-steps", "400000000"]].concat(), &file("in"));
    assert_eq!(outcome.stdout, expected, "{title}: {}", outcome.stderr);
    check_frames(case, &outcome.stderr, &title);
    if let Some(sounds) = &case.sounds {
        assert_eq!(played(&fs::read_to_string(&log).expect("there is a log")), *sounds, "{title}");
    }
    assert!(!outcome.stderr.contains("note: "), "{title}: {}", outcome.stderr);
    // Far enough to have been everywhere, if not to the end.
    words.extend(["--max-steps", "20000000", "--check"]);
    let checked = jetan(&words, &file("in"));
    assert!(!checked.stderr.contains("warning["), "{title}: {}", checked.stderr);
    if needs_pack || outcome.code != Some(0) {
        return;
    }
    let main = format!("{project}/main.asm");
    let words: &[&str] =
        if program.is_empty() { &["mars", "nc", "p", &main] } else { &["mars", "nc", &path] };
    let outcome = jetan(words, &file("in"));
    assert_eq!(outcome.stdout, format!("{expected}\n"), "{title} in MARS: {}", outcome.stderr);
}

fn check_frames(case: &Case, stderr: &str, title: &str) {
    let frames: Vec<&str> = stderr.lines().filter(|line| line.starts_with("frame ")).collect();
    if let Some(boards) = case.boards {
        assert_eq!(frames.len(), boards, "{title}: boards shown");
    }
    if let Some(frame) = &case.frame {
        let last = frames.last().and_then(|line| line.rsplit(' ').next());
        assert_eq!(last, Some(frame.as_str()), "{title}: the last picture");
    }
}

/// Id and mode of every sound in a log.
fn played(log: &str) -> Vec<String> {
    let sounds = log.lines().filter(|line| !line.starts_with('#') && line.contains(" sound "));
    let value = |line: &str, name: &str| {
        let field = line.split(' ').find_map(|field| field.strip_prefix(name));
        field.expect("every field is there").to_owned()
    };
    sounds.map(|line| format!("{} {}", value(line, "id="), value(line, "mode="))).collect()
}

#[test]
fn tetrisito() {
    check("tetrisito", "c.asm", false);
}

#[test]
fn four_in_a_row() {
    check("four-in-a-row", "main.asm", false);
}

#[test]
fn sudoku() {
    check("sudoku", "9x9.asm", false);
}

#[test]
fn twenty48() {
    check("2048", "main.asm", true);
}

#[test]
fn connect_four() {
    check("connect-four", "", false);
}

/// Runs a program by a key script and compares the picture it leaves with the one in the docs.
fn check_picture(words: &[&str], input: &str, name: &str, stdout: &str) {
    let folder = tempfile::tempdir().expect("a folder can be made");
    let picture = folder.path().join(name);
    let path = picture.to_string_lossy();
    let is_film = Path::new(name).extension().is_some_and(|extension| extension == "gif");
    let flag = if is_film { "--gif" } else { "--screenshot" };
    let words = [&["run", flag, &path], words].concat();
    let outcome = jetan(&words, &projects().join(input));
    assert_eq!(outcome.stdout, stdout, "{name}: {}", outcome.stderr);
    let drawn = fs::read(&picture).expect("there is a picture");
    let shown = fs::read(projects().join("../docs/images").join(name)).expect("it is in the docs");
    assert!(drawn == shown, "{name} is drawn differently now: look at it, then replace it");
}

#[test]
fn the_pictures_of_the_readmes_are_true() {
    let snake = ["--keys", "@examples/snake.keys", "--seed", "3", "examples/snake.asm"];
    check_picture(&snake, "2048/cases/crlf.in", "snake.gif", "Food eaten: 14\n");
    let question = "Target, from 64 to 2048: ";
    for (name, seed) in [("won", "1"), ("lost", "2")] {
        let keys = format!("@2048/cases/{name}.keys");
        let words = ["--keys", &keys, "--seed", seed, "2048/main.asm"];
        check_picture(
            &words,
            &format!("2048/cases/{name}.in"),
            &format!("2048-{name}.png"),
            question,
        );
    }
    let input = "connect-four/cases/diagonal-up.in";
    let printed = fs::read_to_string(projects().join(input.replace(".in", ".out")));
    let printed = printed.expect("a case has output");
    check_picture(&["connect-four"], input, "connect-four.png", &printed);
}

#[test]
fn hand_outs_assemble() {
    for path in ["2048/skeleton.asm", "four-in-a-row/random-start.asm", "examples/snake.asm"] {
        let output = Command::new(env!("CARGO_BIN_EXE_jetan"))
            .args(["mars", "a", "nc", path])
            .current_dir(projects())
            .output()
            .expect("the command starts");
        let said = String::from_utf8_lossy(&output.stdout).into_owned();
        assert_eq!(said.trim(), "", "{path}");
    }
}
