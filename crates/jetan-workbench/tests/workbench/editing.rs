//! Documents, files and what is wrong with them.

use serde_json::{Value, json};

use crate::carrier::Tab;

fn problems(tab: &mut Tab, path: &str) -> Vec<String> {
    let found =
        tab.came.iter().rev().find(|came| came["event"] == "diagnostics" && came["path"] == path);
    let items = found.and_then(|event| event["items"].as_array().cloned()).unwrap_or_default();
    items.iter().map(|item| item["code"].as_str().expect("a code").to_owned()).collect()
}

#[test]
fn diagnostics_follow_edits() {
    let mut tab = Tab::new();
    tab.done(
        json!({"do": "open", "path": "a.asm", "text": "main: é\n  lii $t0, 1\n", "version": 1}),
    );
    let event = tab.last("diagnostics");
    assert_eq!(event["version"], 1);
    let spans: Vec<&Value> =
        event["items"].as_array().expect("items").iter().map(|item| &item["span"]).collect();
    assert!(spans.contains(&&json!({"from": [1, 2], "to": [1, 5]})), "{spans:?}");
    let edits = json!([
        {"span": {"from": [0, 6], "to": [0, 7]}, "text": "nop"},
        {"span": {"from": [1, 4], "to": [1, 5]}, "text": ""},
    ]);
    tab.done(json!({"do": "change", "path": "a.asm", "edits": edits, "version": 2}));
    let event = tab.last("diagnostics");
    assert_eq!((&event["version"], &event["items"]), (&json!(2), &json!([])));
    tab.done(json!({"do": "close", "path": "a.asm"}));
}

#[test]
fn documents_that_belong_together_are_assembled_together() {
    let mut tab = Tab::new();
    tab.memory.files.insert("lib.asm".to_owned(), b"f: jr $ra\n".to_vec());
    tab.done(
        json!({"do": "open", "path": "main.asm", "text": ".include \"lib.asm\"\nmain: jal f\n"}),
    );
    assert!(problems(&mut tab, "main.asm").is_empty());
    // A part alone is not complete, but nobody complains about it as long as it is included.
    tab.done(json!({"do": "open", "path": "lib.asm", "text": "f: j main\n"}));
    assert!(problems(&mut tab, "lib.asm").is_empty());
    tab.done(json!({"do": "open", "path": "lib.asm", "text": "f: j mian\n"}));
    assert_eq!(problems(&mut tab, "lib.asm").len(), 1);
    // Several roots share what is global.
    tab.done(json!({"do": "open", "path": "x.asm", "text": ".globl g\ng: jr $ra\n"}));
    tab.done(json!({"do": "open", "path": "y.asm", "text": "main: jal g\n"}));
    assert_eq!(problems(&mut tab, "y.asm").len(), 1);
    tab.done(json!({"do": "project", "roots": ["y.asm", "x.asm"]}));
    assert!(problems(&mut tab, "y.asm").is_empty());
}

#[test]
fn files_are_saved_whole_and_changes_of_others_noticed() {
    let mut tab = Tab::new();
    tab.memory.files.insert("a.asm".to_owned(), b"caf\xe9\n".to_vec());
    let file = tab.done(json!({"do": "read", "path": "a.asm"}));
    assert_eq!((&file["text"], &file["encoding"]), (&json!("café\n"), &json!("windows-1252")));
    tab.done(json!({"do": "open", "path": "a.asm", "text": file["text"]}));
    let stamp = file["stamp"].clone();
    let saved = tab.done(json!({"do": "save", "path": "a.asm", "text": "nop\n", "stamp": stamp}));
    assert_eq!(tab.memory.files["a.asm"], b"nop\n");
    assert_eq!(
        tab.refused(json!({"do": "save", "path": "a.asm", "text": "x", "stamp": stamp})),
        "changed-on-disk"
    );
    tab.done(json!({"do": "focus"}));
    assert!(!tab.came.iter().any(|came| came["event"] == "fileChanged"));
    tab.memory.files.insert("a.asm".to_owned(), b"other\n".to_vec());
    tab.done(json!({"do": "focus"}));
    let event = tab.last("fileChanged");
    assert_eq!(event["path"], "a.asm");
    assert_ne!(event["stamp"], saved["stamp"]);
    tab.done(json!({"do": "focus"}));
    assert!(!tab.came.iter().any(|came| came["event"] == "fileChanged"), "it is said once");
    tab.memory.files.clear();
    tab.done(json!({"do": "focus"}));
    assert!(tab.last("fileChanged").get("stamp").is_none());
    tab.memory.files.insert("b.bin".to_owned(), vec![0, 1, 2]);
    assert_eq!(tab.refused(json!({"do": "read", "path": "b.bin"})), "not-allowed");
    let list = tab.done(json!({"do": "files"}));
    assert_eq!(list["files"][0]["path"], "b.bin");
}

#[test]
fn documents_are_bounded() {
    let mut tab = Tab::new();
    let large = "x".repeat((16 << 20) + 1);
    assert_eq!(tab.refused(json!({"do": "open", "path": "a.txt", "text": large})), "too-large");
    for number in 0..200 {
        tab.send(&json!({"do": "open", "path": format!("{number}.txt"), "text": ""}).to_string());
    }
    assert_eq!(tab.refused(json!({"do": "open", "path": "one.txt", "text": ""})), "too-many");
}

/// What is run when a file of a folder is shown, and what is offered besides.
fn belonging(files: &[(&str, &str)], request: Value) -> (Value, Value) {
    let mut tab = Tab::new();
    for (path, text) in files {
        tab.memory.files.insert((*path).to_owned(), text.as_bytes().to_vec());
    }
    let answer = tab.done(request);
    (answer["roots"].clone(), answer["offer"]["roots"].clone())
}

const MAIN: &str = "main: jal show\n jal add_up\n li $v0, 10\n syscall\n";
const SHOW: &str = ".globl show\nshow: jr $ra\n";
const ADD: &str = ".globl add_up\nadd_up: j show\n";

#[test]
fn a_folder_of_exercises_is_no_program() {
    let exercises = [
        ("one.asm", "main: jal print\n li $v0, 10\n syscall\nprint: jr $ra\n"),
        ("two.asm", "main: jal print\n li $v0, 10\n syscall\nprint: jr $ra\n"),
        ("broken.asm", "main: lii $t0, 5\n jal nowhere\n"),
        ("unsure.asm", "main: jal print\n"),
    ];
    for (path, _) in exercises {
        let found = belonging(&exercises, json!({"do": "belonging", "path": path}));
        assert_eq!(found, (json!([path]), Value::Null), "{path}");
    }
}

#[test]
fn the_parts_of_a_program_are_run_together() {
    let files =
        [("main.asm", MAIN), ("show.asm", SHOW), ("add.asm", ADD), ("else.asm", "x: nop\n")];
    let all = json!(["main.asm", "add.asm", "show.asm"]);
    let found = belonging(&files, json!({"do": "belonging", "path": "main.asm"}));
    assert_eq!(found, (all.clone(), Value::Null));
    // These two make no program without `main`; which of its users is meant is asked.
    let found = belonging(&files, json!({"do": "belonging", "path": "add.asm"}));
    assert_eq!(found, (json!(["add.asm"]), json!(["add.asm", "show.asm"])));
    let found = belonging(&files, json!({"do": "belonging", "path": "else.asm"}));
    assert_eq!(found, (json!(["else.asm"]), Value::Null));
    // What was chosen is run, if the file that is shown is a part of it.
    let chosen = json!(["main.asm", "show.asm"]);
    let ask = |path: &str| json!({"do": "belonging", "path": path, "roots": chosen});
    assert_eq!(belonging(&files, ask("show.asm")).0, chosen);
    assert_eq!(belonging(&files, ask("notes.txt")).0, chosen);
    assert_eq!(belonging(&files, ask("else.asm")).0, json!(["else.asm"]));
}

#[test]
fn what_is_included_belongs_to_a_program() {
    let mut tab = Tab::new();
    for (path, text) in [("main.asm", "main: nop\n.include \"in.asm\"\n"), ("in.asm", "x: nop\n")] {
        tab.memory.files.insert(path.to_owned(), text.as_bytes().to_vec());
    }
    let answer = tab.done(json!({"do": "belonging", "path": "main.asm"}));
    assert_eq!(answer["roots"], json!(["main.asm"]));
    assert_eq!(answer["files"], json!(["main.asm", "in.asm"]));
}

#[test]
fn a_program_in_parts_is_run_from_any_of_them() {
    let files = [("main.asm", "main: jal show\n"), ("show.asm", SHOW), ("own.asm", "main: nop\n")];
    let all = json!(["main.asm", "show.asm"]);
    for path in ["main.asm", "show.asm"] {
        let found = belonging(&files, json!({"do": "belonging", "path": path}));
        assert_eq!(found, (all.clone(), Value::Null), "{path}");
    }
    let found = belonging(&files, json!({"do": "belonging", "path": "own.asm"}));
    assert_eq!(found, (json!(["own.asm"]), Value::Null));
}

#[test]
fn parts_with_mistakes_are_only_offered_together() {
    let files = [("main.asm", "main: jal show\n"), ("show.asm", ".globl show\nshow: jrr $ra\n")];
    let found = belonging(&files, json!({"do": "belonging", "path": "main.asm"}));
    assert_eq!(found, (json!(["main.asm"]), json!(["main.asm", "show.asm"])));
    // What one file does not export, no other can use.
    let files = [("main.asm", "main: jal show\n"), ("show.asm", "show: jr $ra\n")];
    let found = belonging(&files, json!({"do": "belonging", "path": "main.asm"}));
    assert_eq!(found, (json!(["main.asm"]), json!(["main.asm", "show.asm"])));
}

#[test]
fn a_file_that_is_included_leads_to_the_one_that_includes_it() {
    let files = [("main.asm", ".include \"part.asm\"\n j f\n"), ("part.asm", "f: jr $ra\n")];
    let found = belonging(&files, json!({"do": "belonging", "path": "part.asm"}));
    assert_eq!(found, (json!(["main.asm"]), Value::Null));
    let found = belonging(&files, json!({"do": "belonging", "path": "main.asm"}));
    assert_eq!(found, (json!(["main.asm"]), Value::Null));
    let ask = json!({"do": "belonging", "path": "part.asm", "roots": ["main.asm"]});
    assert_eq!(belonging(&files, ask).0, json!(["main.asm"]));
}

#[test]
fn a_file_that_is_run_by_itself_leaves_a_project_as_it_is() {
    let mut tab = Tab::new();
    tab.done(json!({"do": "project", "roots": ["main.asm", "part.asm"]}));
    let parts = [("main.asm", "main: jal part\n"), ("part.asm", ".globl part\npart: jr $ra\n")];
    for (path, text) in parts {
        tab.done(json!({"do": "open", "path": path, "text": text, "version": 1}));
    }
    tab.done(json!({"do": "open", "path": "own.asm", "text": "main: nop\n", "version": 1}));
    tab.came.clear();
    tab.done(json!({"do": "start", "roots": ["own.asm"], "run": true}));
    let said = tab.came.iter().filter(|came| came["event"] == "diagnostics");
    let wrong: Vec<&Value> = said.filter(|came| came["items"] != json!([])).collect();
    assert!(wrong.is_empty(), "{wrong:?}");
}
