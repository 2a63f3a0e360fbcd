//! What platforms read is read by libraries that others have written: `junitparser` for `JUnit`,
//! `jsonschema` for JSON against what each platform's documentation asks for
//! (`testdata/class/schemas.json`), Python's own reader for CSV.

#[path = "support/class.rs"]
mod class;
#[path = "support/skip.rs"]
mod skip;

use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};

use class::{FORMATS, class, finished, grade, jetan, reports, text};
use skip::skipped;
use tempfile::TempDir;

/// A Python that has some libraries: its own, or those that `cargo xtask test` has installed.
fn python(modules: &[&str]) -> Option<Command> {
    let target = Path::new(env!("CARGO_TARGET_TMPDIR")).parent().expect("it is in `target`");
    let folder = target.join("tools/python").join(modules.join("-"));
    let command = || {
        let mut command = Command::new("python3");
        command.env("PYTHONPATH", &folder).stdin(Stdio::null());
        command
    };
    let import = format!("import {}", modules.join(", "));
    let output = command().args(["-c", &import]).output();
    output.is_ok_and(|output| output.status.success()).then(command)
}

const READ: &str = r"
import base64, csv, json, sys, junitparser, jsonschema
from pathlib import Path

schemas = json.load(open(sys.argv[1]))
for schema in schemas.values():
    jsonschema.Draft202012Validator.check_schema(schema)
rows = list(csv.DictReader(open('grades.csv', newline=''), strict=True))
assert len(rows) == 23
junit = junitparser.JUnitXml.fromfile('junit.xml')
suites = list(junit)
assert [suite.name for suite in suites] == [row['submission'] for row in rows]
for suite, row in zip(suites, rows):
    cases = list(suite)
    names = [case.name for case in cases]
    assert names == list(row)[3:-1] and row['file'], row
    failed = [case for case in cases if case.result]
    assert all(isinstance(case.result[0], junitparser.Failure) for case in failed)
    assert (suite.tests, suite.failures, suite.errors) == (len(cases), len(failed), 0)
    assert all(case.classname == suite.name for case in cases)

def read(format, path):
    text = path.read_text()
    if format == 'autolab':
        text = text.splitlines()[-1]
    if format == 'github':
        text = base64.b64decode(text.strip().split('=', 1)[1], validate=True)
    return json.loads(text)

for format, schema in schemas.items():
    files = [path for path in Path(format).rglob('*') if path.is_file()]
    assert len(files) == 23, (format, len(files))
    for path in files:
        jsonschema.validate(read(format, path), schema)
grades = json.load(open('grades.json'))
assert sum(one['points'] for one in grades['submissions']) == round(
    sum(float(row['points']) for row in rows) * 100)
";

/// A rubric of which one criterion is not judged for [`strange`], one does not apply to it, one is
/// hidden and not judged either, and one is as for everybody.
const OPEN: &str = "\
title = \"t\"
[[criterion]]
name = \"moves\"
points = 7
message = \"Read the document.\"
[[criterion.project]]
name = \"four-in-a-row\"
only = [\"one move\", \"a full column\"]
[[criterion]]
name = \"ties\"
points = 2
[[criterion.project]]
name = \"four-in-a-row\"
part = \"check_tie\"
cases = 0
[[criterion]]
name = \"more\"
points = 3
hidden = true
[[criterion.project]]
name = \"four-in-a-row\"
only = [\"a tie\"]
[[criterion]]
name = \"labels\"
points = 1
[[criterion.policy]]
labels = [\"main\"]
";

/// Our own program of Four in a Row, but it shows no grid and has no procedure for ties.
fn strange(folder: &Path) {
    let from = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../programs/four-in-a-row");
    fs::create_dir_all(folder.join("parts")).expect("a folder");
    fs::copy(from.join("main.asm"), folder.join("main.asm")).expect("it can be copied");
    let game = fs::read_to_string(from.join("parts/game.asm")).expect("it is there");
    let silent = game.replacen("print_matrix:\n", "print_matrix:\n        jr $ra\n", 1);
    assert_ne!(silent, game);
    let silent = silent.replace("check_tie", "is_full");
    fs::write(folder.join("parts/game.asm"), silent).expect("it can be written");
}

#[test]
fn what_was_not_judged_is_a_result_of_its_own_in_every_format() {
    let folder = TempDir::new().expect("a folder");
    fs::write(folder.path().join("rubric.toml"), OPEN).expect("it can be written");
    strange(&folder.path().join("class/carl"));
    let words = ["grade", "rubric.toml", "class", "--report", FORMATS, "--out", "out"];
    let output = finished(jetan(&words).current_dir(folder.path()), 4);
    let table = text(&output.stdout);
    assert!(table.contains(" carl            1?     0?     0    0?       1\n"), "{table}");
    let said = "carl: not judged, a person must look: moves, more: how the program talks is not";
    assert!(table.contains(said), "{table}");
    let said = "carl: no case applies: ties: the program has no procedure of this name";
    assert!(table.contains(said), "{table}");

    let said = "\nmoves: 0 of 7, not judged\n  2 cases not judged, so a person must look: how the";
    assert!(table.contains(said), "{table}");

    let written = reports(&folder.path().join("out"));
    let page = |name: &str| text(&written[name]);
    for (name, said) in [
        ("index.html", "<td class=\"number open\">0?</td>"),
        ("students/carl.html", "<h2>moves: <span class=\"open\">0 of 7, not judged</span></h2>"),
        ("students/carl.html", "none of the cases applies to the program: the program has no"),
        ("grades.csv", "\"not judged, a person must look: moves, more; no case applies: ties\""),
        ("grades.json", "\"outcome\": \"not-judged\""),
        ("grades.json", "\"reason\": \"how the program talks is not understood"),
        ("junit.xml", "<error message=\"0 of 7, not judged\">2 cases not judged"),
        ("junit.xml", "<failure message=\"0 of 2\">none of the cases applies"),
        ("report.md", "| carl | 1? | 0? | 0 | 0? | 1 |"),
        ("report.md", "**moves**: 0 of 7, not judged"),
        ("gradescope/results.json", "\"tags\": [\n        \"not judged\"\n      ]"),
        ("gradescope/results.json", "\"output\": \"something was not judged: the points are not"),
        ("prairielearn/results.json", "\"message\": \"not judged: a person must look\""),
        ("autolab/output.txt", "moves: 0 of 7, not judged\n    2 cases not judged, so a person"),
        ("classroom50/result.json", "2 cases not judged, so a person must look"),
        (
            "vpl/output.txt",
            "-moves: 0 of 7, not judged\n>2 cases not judged, so a person must look",
        ),
        (
            "exercism/results.json",
            "\"status\": \"error\",\n      \"message\": \"2 cases not judged",
        ),
    ] {
        assert!(page(name).contains(said), "{name}: {said}\n{}", page(name));
        // What the rubric says about mistakes is not for somebody who may have made none.
        assert!(!page(name).contains("Read the document."), "{name}");
    }
    let journal = ["grade", "merge", "rubric.toml", "out/journal.jsonl"];
    let merged = finished(jetan(&journal).current_dir(folder.path()), 4);
    assert_eq!(merged.stdout, output.stdout);
}

/// What platforms call hands on results that are not the last word, too.
#[test]
#[cfg(unix)]
fn scripts_of_platforms_hand_on_what_was_not_judged() {
    let folder = TempDir::new().expect("a folder");
    let at = |name: &str| folder.path().join(name);
    let scripts = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/command/grade/bundle");
    for (script, place) in
        [("vpl.sh", "vpl"), ("autolab.sh", "lab"), ("codegrade.sh", "code"), ("github.sh", "hub")]
    {
        fs::create_dir(at(place)).expect("a folder");
        fs::copy(scripts.join(script), at(place).join("grade.sh")).expect("it can be copied");
        fs::write(at(place).join("rubric.toml"), OPEN).expect("it can be written");
        std::os::unix::fs::symlink(env!("CARGO_BIN_EXE_jetan"), at(place).join("jetan"))
            .expect("a link");
    }
    let run = |place: &str, script: &str| {
        let mut command = Command::new("sh");
        let variable = ("CG_JUNIT_XML_LOCATION", at("junit.xml"));
        command.arg(script).current_dir(at(place)).env(variable.0, variable.1);
        text(&finished(command.env("GITHUB_OUTPUT", at("github.txt")), 0).stdout)
    };
    strange(&at("lab/handin"));
    assert!(run("lab", "grade.sh").ends_with("\"moves\":0.0,\"ties\":0.0}}\n"));
    strange(&at("code/student"));
    run("code/student", "../grade.sh");
    assert!(text(&fs::read(at("junit.xml")).expect("it is there")).contains("errors=\"2\""));
    fs::rename(at("hub"), at("code/student/grader")).expect("it can be moved");
    run("code/student", "grader/grade.sh");
    assert!(text(&fs::read(at("github.txt")).expect("it is there")).starts_with("result=ey"));
    let game = at("vpl/parts/game.asm");
    strange(&at("vpl"));
    // VPL has no folders.
    fs::rename(game, at("vpl/game.asm")).expect("it can be moved");
    let main = fs::read_to_string(at("vpl/main.asm")).expect("it is there");
    fs::write(at("vpl/main.asm"), main.replace("parts/", "")).expect("it can be written");
    run("vpl", "grade.sh");
    let said = run("vpl", "vpl_execution");
    assert!(said.contains("not judged") && said.ends_with("Grade :=>> 1\n"), "{said}");
}

#[test]
fn every_format_is_read_by_somebody_else() {
    let Some(mut python) = python(&["junitparser", "jsonschema"]) else {
        skipped("formats of reports", "there is no Python with junitparser and jsonschema");
        return;
    };
    let folder = TempDir::new().expect("a folder");
    grade(folder.path(), &[]);
    python.args(["-c", READ]).arg(class().join("schemas.json")).current_dir(folder.path());
    let output = python.output().expect("it starts");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
}

/// The tools of those who define the format look at the problem package.
#[test]
fn the_problem_package_is_accepted_by_the_tools_of_its_platform() {
    let folder = TempDir::new().expect("a folder");
    let out = folder.path().join("readings.zip");
    let name = out.display().to_string();
    let words = ["grade", "bundle", "rubric.toml", "--for", "domjudge", "--out", &name];
    let said = text(&finished(&mut jetan(&words), 1).stderr);
    assert!(said.contains("cases are not pairs of input and output:\n  sum_of: "), "{said}");
    assert!(said.contains("say --partial") && !out.exists(), "{said}");
    finished(&mut jetan(&[&words[..], &["--partial"]].concat()), 0);
    let unpack = |package: &str| {
        let file = fs::File::open(&out).expect("it was written");
        let package = folder.path().join(package);
        zip::ZipArchive::new(file).and_then(|mut zip| zip.extract(&package)).expect("it is sound");
    };
    unpack("readings");
    // Where nothing is hidden all pairs but the first are secret: no package is without.
    let open = folder.path().join("open.toml");
    let pairs = "[[criterion.io]]\ninput = \"1\"\noutput = \"1\"\n".repeat(2);
    let pairs = pairs.replacen("\"1\"", "\"2\"", 2);
    let criterion = "title = \"Open\"\n[[criterion]]\nname = \"c\"\npoints = 1\n";
    fs::write(&open, format!("{criterion}{pairs}")).expect("it can be written");
    let open = open.display().to_string();
    finished(&mut jetan(&["grade", "bundle", &open, "--for", "domjudge", "--out", &name]), 0);
    unpack("open");
    assert!(folder.path().join("open/data/secret/002.in").exists());
    // Cases with files are not pairs of input and output.
    let words = ["grade", "bundle", "../statistics", "--for", "domjudge", "--out", &name];
    let said = text(&finished(&mut jetan(&words), 1).stderr);
    assert!(said.contains("no case of the rubric is a pair of input and output"), "{said}");

    let Some(mut python) = python(&["problemtools"]) else {
        skipped("the problem package", "there is no Python with problemtools");
        return;
    };
    // The statement takes a LaTeX to look at.
    let has_latex = Command::new("lualatex").arg("--version").output().is_ok();
    let statements: &[&str] = if has_latex { &["statement"] } else { &[] };
    let parts = [&["config", "validators", "data", "submissions"][..], statements].concat();
    let module = ["-m", "problemtools.verifyproblem", "readings", "open", "-p"];
    let words = [&module[..], &parts].concat();
    let output = python.args(words).current_dir(folder.path()).output().expect("it starts");
    let said = String::from_utf8_lossy(&[output.stdout, output.stderr].concat()).into_owned();
    assert!(said.contains("Checking 6 test cases in 2 test data groups"), "{said}");
    assert!(said.contains("readings tested: 0 errors"), "{said}");
    assert!(said.contains("open tested: 0 errors"), "{said}");
}
