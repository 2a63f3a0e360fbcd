//! The rubrics of the five projects: our programs get everything, and a mistake costs the points of
//! the property it breaks.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use serde::Deserialize;
use tempfile::TempDir;

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// Copies a source and whatever it includes.
fn copy(from: &Path, name: &str, to: &Path, as_name: &str) {
    let text = fs::read_to_string(from.join(name)).expect("there is such a source");
    let target = to.join(as_name);
    fs::create_dir_all(target.parent().expect("it is in a folder")).expect("a folder");
    let folder = Path::new(name).parent().expect("it is in a folder");
    for line in text.lines().filter(|line| line.trim_start().starts_with(".include")) {
        let included = folder.join(line.split('"').nth(1).expect("a name in quotes"));
        let included = included.to_str().expect("a plain name");
        copy(from, included, to, included);
    }
    fs::write(target, text).expect("it can be written");
}

/// A submission of one of our programs, as `main.asm`; without a name, of the whole project.
fn submit(project: &str, program: &str, to: &Path) {
    let from = root().join("programs").join(project);
    if !program.is_empty() {
        return copy(&from, program, to, "main.asm");
    }
    for entry in fs::read_dir(&from).expect("it can be read") {
        let name = entry.expect("it is there").file_name();
        let name = name.to_str().expect("a plain name");
        if Path::new(name).extension() == Some("asm".as_ref()) {
            copy(&from, name, to, name);
        }
    }
}

/// Earned and possible points of each criterion, in hundredths, and what is said if any are lost.
type Earned = Vec<(String, u64, u64, String)>;

fn graded(project: &str, rubric: &str, submissions: &Path) -> BTreeMap<String, Earned> {
    let rubric = root().join("programs").join(project).join(rubric);
    let output = Command::new(env!("CARGO_BIN_EXE_jetan"))
        .args(["grade", "--json", "--jobs", "2"])
        .args([&rubric, submissions])
        .output()
        .expect("it starts");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let json: serde_json::Value = serde_json::from_slice(&output.stdout).expect("it is JSON");
    let all = json["submissions"].as_array().expect("a list").iter();
    all.map(|one| {
        let name = one["name"].as_str().expect("a name").to_owned();
        let problem = one["problem"].to_string();
        let criteria = one["criteria"].as_array().expect("a list").iter();
        let earned = criteria.map(|it| {
            let number = |key: &str| it[key].as_u64().expect("a number");
            let name = it["name"].as_str().expect("a name").to_owned();
            let cases = it["cases"].as_array().expect("a list").iter();
            let failed: Vec<String> = cases
                .filter(|case| case["outcome"] != "passed")
                .map(|case| format!("{}: {}", case["name"], case["failure"]["summary"]))
                .collect();
            (name, number("points"), number("max"), format!("{problem} {failed:?}"))
        });
        (name, earned.collect())
    })
    .collect()
}

#[test]
fn our_programs_get_everything() {
    for (project, rubric, programs) in [
        ("2048", "rubric.toml", &["main.asm"][..]),
        ("connect-four", "rubric.toml", &[""]),
        ("four-in-a-row", "rubric.toml", &["main.asm"]),
        ("sudoku", "rubric.toml", &["4x4.asm", "9x9-masks.asm"]),
        ("tetrisito", "rubric-a.toml", &["a.asm"]),
        ("tetrisito", "rubric-b.toml", &["b.asm"]),
        ("tetrisito", "rubric.toml", &["c.asm", "c-masks.asm"]),
        ("tetrisito", "rubric-clear.toml", &["c-clear.asm"]),
    ] {
        let folder = TempDir::new().expect("a folder");
        for program in programs {
            submit(project, program, &folder.path().join(format!("our-{program}")));
        }
        let graded = graded(project, rubric, folder.path());
        assert_eq!(graded.len(), programs.len(), "{project}");
        for (name, criteria) in graded {
            for (criterion, points, max, said) in criteria {
                // Bit masks need no `is_safe`, and so have none to be called.
                let has_none = name.contains("masks") && criterion == "is_safe";
                let expected = if has_none { 0 } else { max };
                assert_eq!(points, expected, "{project}/{rubric}, {name}: {criterion}: {said}");
            }
        }
    }
}

/// Changes to our programs, as `testdata/check` lists them.
#[derive(Deserialize)]
struct Changes {
    change: Vec<Change>,
}

#[derive(Deserialize)]
struct Change {
    name: String,
    edits: Vec<Edit>,
}

#[derive(Deserialize)]
struct Edit {
    file: String,
    find: String,
    replace: String,
}

/// Mistakes in 2048, and the criteria in which they cost something.
const MISTAKES: [(&str, &[&str]); 7] = [
    ("clear_map misses the last cell", &["clear_map"]),
    (
        "a merged tile merges again",
        &["a made tile does not merge again", "slide anything, in every direction", "whole games"],
    ),
    (
        "slide merges only neighbours",
        &["equal tiles merge", "slide anything, in every direction", "whole games"],
    ),
    (
        "slide merges the pair nearest the start first",
        &[
            "of three equal tiles the two at the end merge",
            "slide anything, in every direction",
            "whole games",
        ],
    ),
    ("the new tile is always 2", &["a new tile may be 2 or 4, in any empty cell"]),
    ("check_win wants more than the target", &["check_win", "whole games"]),
    (
        "check_lose asks only whether the map is full",
        &["a full map is lost without equal neighbours", "whole games"],
    ),
];

#[test]
fn a_mistake_costs_what_it_breaks() {
    let path = root().join("testdata/check/2048/mutants.toml");
    let changes = fs::read_to_string(path).expect("there are mutants");
    let changes: Changes = toml::from_str(&changes).expect("they can be read");
    let folder = TempDir::new().expect("a folder");
    for (number, (name, _)) in MISTAKES.iter().enumerate() {
        let to = folder.path().join(number.to_string());
        submit("2048", "main.asm", &to);
        let change = changes.change.iter().find(|change| change.name == *name);
        for edit in &change.unwrap_or_else(|| panic!("no mutant {name}")).edits {
            let file = to.join(&edit.file);
            let text = fs::read_to_string(&file).expect("there is such a file");
            assert!(text.contains(&edit.find), "{name}: {}", edit.find);
            fs::write(file, text.replacen(&edit.find, &edit.replace, 1)).expect("it is written");
        }
    }
    let graded = graded("2048", "rubric.toml", folder.path());
    for (number, (name, expected)) in MISTAKES.iter().enumerate() {
        let criteria = &graded[&number.to_string()];
        let lost = criteria.iter().filter(|(_, points, max, _)| points < max);
        let lost: Vec<&str> = lost.map(|(criterion, ..)| criterion.as_str()).collect();
        assert_eq!(lost, *expected, "{name}");
    }
}
