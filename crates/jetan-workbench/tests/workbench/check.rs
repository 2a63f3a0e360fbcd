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
    assert!(!smallest["pieces"].as_array().expect("pieces").is_empty());
    let options = smallest["again"]["options"].clone();
    tab.done(json!({"do": "start", "roots": roots, "options": options, "run": true}));
    assert_eq!(tab.console(), "YES");
}

#[test]
fn what_cannot_be_checked_is_refused() {
    let mut tab = Tab::new();
    tab.done(json!({"do": "open", "path": "a.asm", "text": "main: lii $t0, 1\n"}));
    let check = |project: &str, cases: u32| {
        let roots = ["a.asm"];
        json!({"do": "check", "project": project, "roots": roots, "cases": cases})
    };
    assert_eq!(tab.refused(check("chess", 1)), "bad-request");
    assert_eq!(tab.refused(check("sudoku", 5000)), "too-many");
    assert_eq!(tab.refused(check("sudoku", 1)), "not-assembled");
    tab.done(json!({"do": "checkStop"}));
}

/// Opens a project's program with a change in one of its files.
fn open_changed(tab: &mut Tab, id: &str, file: &str, find: &str, replace: &str) -> Value {
    let example = tab.done(json!({"do": "openExample", "example": id}));
    let mut has_changed = false;
    for one in example["files"].as_array().expect("files") {
        let (path, text) = (one["path"].as_str().expect("a path"), one["text"].as_str());
        let text = text.expect("a text");
        let is_it = path.ends_with(file) && text.contains(find);
        has_changed |= is_it;
        let text = if is_it { text.replacen(find, replace, 1) } else { text.to_owned() };
        tab.done(json!({"do": "open", "path": path, "text": text}));
    }
    assert!(has_changed, "{find} is in {file}");
    example["roots"].clone()
}

#[test]
fn a_failing_case_opens_at_the_instruction_that_made_the_mistake() {
    for (project, file, find, replace, kind, at) in [
        (
            "2048",
            "tasks.asm",
            "sw      $t3, 4($t1)\n        li      $t2, 0\n",
            "sw      $t3, 4($t1)\n        move    $t2, $t3\n",
            "wrong answer",
            "sw ",
        ),
        (
            "sudoku",
            "backtracking.asm",
            "ble     num $s7 try",
            "blt     num $s7 try",
            "wrong answer",
            "syscall",
        ),
    ] {
        let mut tab = Tab::new();
        let roots = open_changed(&mut tab, project, file, find, replace);
        let check = json!({"do": "check", "project": project, "roots": roots, "cases": 20});
        tab.done(check);
        let event = tab.last("check");
        assert_eq!(event["kind"], "done", "{project}");
        let failure = &event["failures"][0];
        assert_eq!(failure["kind"], kind, "{project}");
        let smallest = &failure["smallest"];
        assert_eq!(smallest["canOpen"], true, "{project}");
        tab.done(json!({"do": "openCase", "number": failure["number"]}));
        let state = tab.last("state");
        assert_eq!((&state["kind"], &state["reason"]["kind"]), (&json!("paused"), &json!("case")));
        let instruction = state["instruction"].as_str().expect("an instruction");
        assert!(instruction.starts_with(at), "{project}: {instruction} at {}", state["at"]);
        // The whole run is there, on both sides of this step.
        assert!(state["count"].as_u64() < state["end"].as_u64(), "{state}");
        tab.done(json!({"do": "step"}));
        tab.done(json!({"do": "back"}));
        assert_eq!(tab.last("state")["count"], state["count"]);
    }
}

#[test]
fn boards_have_their_differing_cells_marked() {
    let mut tab = Tab::new();
    let (find, replace) = (
        "addiu   $t1, $t0, MAP_BYTES             # behind the last cell\nclear_cell:",
        "addiu   $t1, $t0, 60\nclear_cell:",
    );
    let roots = open_changed(&mut tab, "2048", "tasks.asm", find, replace);
    tab.done(json!({"do": "check", "project": "2048", "roots": roots, "cases": 5}));
    let event = tab.last("check");
    let failure = &event["failures"][0];
    let board = &failure["pieces"]["actual"][0];
    assert_eq!(
        (&board["different"], &board["rows"][3][3]),
        (&json!([[3, 3]]), &json!({"kind": "number", "text": "2"}))
    );
    let parts = event["parts"].as_array().expect("parts");
    let part = parts.iter().find(|part| part["failed"] != 0).expect("a part has failed");
    assert!(part["scored"].as_u64() < part["points"].as_u64(), "{part}");
}

#[test]
fn cases_that_nobody_found_cannot_be_opened() {
    let mut tab = Tab::new();
    assert_eq!(tab.refused(json!({"do": "openCase", "number": 0})), "no-case");
    let roots = open(&mut tab, "sudoku");
    tab.done(json!({"do": "check", "project": "sudoku", "roots": roots, "cases": 1}));
    assert_eq!(tab.refused(json!({"do": "openCase", "number": 0})), "no-case");
    assert_eq!(tab.refused(json!({"do": "openCase"})), "bad-request");
}
