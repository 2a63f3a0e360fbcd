//! Reading the manual.

use serde_json::{Value, json};

use crate::carrier::Tab;

fn names(answer: &Value) -> Vec<&str> {
    let entries = answer["entries"].as_array().expect("entries");
    entries.iter().map(|entry| entry["name"].as_str().expect("a name")).collect()
}

#[test]
fn every_entry_of_the_contents_leads_to_its_page() {
    let mut tab = Tab::new();
    let contents = tab.done(json!({"do": "manual"}));
    let sections = contents["sections"].as_array().expect("sections");
    assert_eq!(sections.len(), 10);
    for section in sections {
        let names: Vec<String> = names(section).into_iter().map(str::to_owned).collect();
        assert!(!names.is_empty(), "{section}");
        for name in names {
            let answer = tab.done(json!({"do": "page", "name": name}));
            let pages = answer["pages"].as_array().expect("pages");
            assert_eq!((pages.len(), &pages[0]["name"]), (1, &json!(name)));
        }
    }
}

#[test]
fn words_are_looked_for_and_near_misses_named() {
    let mut tab = Tab::new();
    let found = tab.done(json!({"do": "manual", "search": "print string"}));
    assert_eq!(names(&found)[0], "syscall 4");
    let found = tab.done(json!({"do": "manual", "search": "syscal"}));
    assert!(names(&found).contains(&"syscall 4"));
    let found = tab.done(json!({"do": "manual", "search": "adddiu"}));
    assert_eq!((names(&found).len(), &found["near"]), (0, &json!("addiu")));
    let found = tab.done(json!({"do": "manual", "search": "e".repeat(10_000)}));
    assert_eq!(names(&found), [""; 0]);
    let double = tab.done(json!({"do": "page", "name": "double"}));
    assert_eq!(double["pages"][0]["name"], ".double");
}

#[test]
fn what_has_no_page_is_refused() {
    let mut tab = Tab::new();
    for name in ["", "quantum physics", "$32", "comp2611-2048 9", "x".repeat(5000).as_str()] {
        assert_eq!(tab.refused(json!({"do": "page", "name": name})), "no-page", "{name}");
    }
    let answer = tab.ask(json!({"do": "page", "name": "syscal"}));
    let message = answer["error"]["message"].as_str().expect("a message");
    assert!(message.ends_with("did you mean `syscall`?"), "{message}");
    assert_eq!(tab.refused(json!({"do": "page"})), "bad-request");
    assert_eq!(tab.refused(json!({"do": "manual", "search": 1})), "bad-request");
}

#[test]
fn a_program_of_a_page_can_be_opened_and_run() {
    let mut tab = Tab::new();
    let page = tab.done(json!({"do": "page", "name": "stack"}));
    let blocks = page["pages"][0]["blocks"].as_array().expect("blocks");
    let open = blocks.iter().find_map(|block| block.get("open")).expect("a program");
    for file in open["files"].as_array().expect("files") {
        tab.done(json!({"do": "open", "path": file["path"], "text": file["text"]}));
    }
    let (roots, options) = (&open["roots"], &open["options"]);
    tab.done(json!({"do": "start", "roots": roots, "options": options, "run": true}));
    assert_eq!(tab.console(), "kcats");
}

#[test]
fn what_a_pointer_rests_on_names_its_page() {
    let mut tab = Tab::new();
    let text = "# jetan: pack comp2611-2048\nmain: li $v0, 4\n syscall\n.data\nx: .word 1\n.text\n \
                li $v0, 202\n syscall\n mfc0 $t0, $13\n add.s $f2, $f2, $f2\n j main\n";
    tab.done(json!({"do": "open", "path": "a.asm", "text": text}));
    for (position, more) in [
        ([1, 6], json!("li")),
        ([1, 10], json!("$v0")),
        ([1, 14], json!("syscall 4")),
        ([2, 1], json!("syscall 4")),
        ([4, 3], json!(".word")),
        ([6, 9], json!("comp2611-2048 202")),
        ([8, 11], json!("cause")),
        ([9, 7], json!("$f2")),
        ([10, 3], Value::Null),
    ] {
        let hover = tab.done(json!({"do": "hover", "path": "a.asm", "position": position}));
        assert_eq!(hover["more"], more, "{position:?}");
        if let Some(name) = more.as_str() {
            tab.done(json!({"do": "page", "name": name}));
        }
    }
}
