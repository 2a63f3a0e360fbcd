//! Checking a project against its engine.

use serde_json::{Value, json};

use crate::carrier::Tab;

fn open(tab: &mut Tab, id: &str) -> Value {
    let example = tab.done(json!({"do": "openExample", "example": id}));
    tab.done(json!({"do": "project", "roots": example["roots"], "options": example["options"]}));
    for file in example["files"].as_array().expect("files") {
        tab.done(json!({"do": "open", "path": file["path"], "text": file["text"]}));
    }
    example["roots"].clone()
}

#[test]
fn our_own_program_passes() {
    let mut tab = Tab::new();
    let roots = open(&mut tab, "sudoku");
    let answer = tab.done(json!({"do": "check", "project": "sudoku", "roots": roots, "cases": 3}));
    assert!(answer["total"].as_u64().is_some_and(|total| total > 3));
    let event = tab.last("check");
    assert_eq!((&event["kind"], &event["failures"]), (&json!("done"), &json!([])));
    assert_eq!(event["done"], answer["total"]);
}

#[test]
fn a_planted_mistake_is_found_and_made_small() {
    let mut tab = Tab::new();
    let roots = open(&mut tab, "tetrisito");
    let answers = "main: li $v0, 4\n la $a0, yes\n syscall\n li $v0, 10\n syscall\n\
                   .data\nyes: .asciiz \"YES\"\n";
    let path = roots[0].clone();
    tab.done(json!({"do": "open", "path": path, "text": answers}));
    tab.done(json!({"do": "check", "project": "tetrisito", "roots": roots, "cases": 5}));
    let event = tab.last("check");
    let failures = event["failures"].as_array().expect("failures");
    assert!(!failures.is_empty());
    let smallest = &failures[0]["smallest"];
    assert!(smallest["picture"].as_str().is_some_and(|picture| !picture.is_empty()), "{smallest}");
    let options = smallest["again"]["options"].clone();
    tab.done(json!({"do": "start", "roots": roots, "options": options, "run": true}));
    assert_eq!(tab.console(), "YES");
}

#[test]
fn what_cannot_be_checked_is_refused() {
    let mut tab = Tab::new();
    tab.done(json!({"do": "open", "path": "a.asm", "text": "main: lii $t0, 1\n"}));
    let check = |project: &str, cases: u32| json!({"do": "check", "project": project, "roots": ["a.asm"], "cases": cases});
    assert_eq!(tab.refused(check("chess", 1)), "bad-request");
    assert_eq!(tab.refused(check("sudoku", 5000)), "too-many");
    assert_eq!(tab.refused(check("sudoku", 1)), "not-assembled");
    tab.done(json!({"do": "checkStop"}));
}
