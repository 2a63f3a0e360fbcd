//! The sources and packs that the commands are tried on, in the studio: its runs, its checks and
//! programs beside a game give the same answers.

use std::fs;
use std::path::Path;

use serde_json::{Value, json};
use toml::Table;

use crate::carrier::Tab;

const PACK_HEAD: &str = "name = \"gems\"\nversion = \"1\"\ncourse = \"c\"\nsummary = \"s\"\n";

fn cases() -> Vec<Table> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../testdata/loading/cases.toml");
    let text = fs::read_to_string(path).expect("there are cases");
    let table: Table = text.parse().expect("the cases are well-formed");
    let rows = table["case"].as_array().expect("a list").iter();
    rows.map(|row| row.as_table().expect("a table").clone()).collect()
}

/// A tab with a source, and a folder with a pack.
fn tab(source: &str, pack: Option<&str>) -> Tab {
    let mut tab = Tab::new();
    if let Some(pack) = pack {
        let text = format!("{PACK_HEAD}{pack}");
        tab.memory.files.insert("gems/pack.toml".to_owned(), text.into_bytes());
    }
    tab.ask(json!({"do": "open", "path": "main.asm", "text": source}));
    tab
}

/// Why a request is refused; empty if it is done.
fn refusal(tab: &mut Tab, request: Value) -> String {
    let answer = tab.ask(request);
    answer["error"]["message"].as_str().unwrap_or_default().to_owned()
}

#[test]
fn the_studio_says_what_the_commands_say() {
    for case in cases() {
        let text = |key: &str| case.get(key).and_then(toml::Value::as_str);
        let name = text("name").expect("a name");
        let is_packed = case.get("packed").and_then(toml::Value::as_bool) == Some(true);
        let options = if is_packed { json!({"pack": "gems"}) } else { json!({}) };
        let expected = text("studio").or(text("says")).unwrap_or_default();
        let roots = json!(["main.asm"]);
        for request in [
            json!({"do": "start", "roots": roots, "options": options}),
            json!({"do": "check", "project": "sudoku", "cases": 1, "roots": roots,
                   "options": options}),
            json!({"do": "versus", "game": "connect-four", "roots": roots, "options": options}),
        ] {
            let mut tab = tab(text("source").expect("a source"), text("pack"));
            let why = refusal(&mut tab, request.clone());
            assert!(why.contains(expected), "{name}, {request}: {why}");
            assert!(!expected.is_empty() || why.is_empty(), "{name}, {request}: {why}");
        }
    }
}

#[test]
fn what_a_pack_does_not_permit_is_named_with_its_place() {
    let source = "# jetan: pack gems\nmain: li $t0, 6\n mul $t1, $t0, $t0\n DIV $t1, $t0\n";
    let mut tab = tab(source, Some("[instructions]\nbanned = [\"mul\", \"div\"]\n"));
    let start = json!({"do": "start", "roots": ["main.asm"]});
    assert_eq!(tab.refused(start.clone()), "not-allowed");
    let words = "the pack gems does not permit `mul` (main.asm, line 3), and one other instruction";
    assert_eq!(refusal(&mut tab, start.clone()), words);
    assert_eq!(tab.last("state")["kind"], "idle");
    // The pack is read anew: one that permits them lets the program start.
    tab.memory.files.insert("gems/pack.toml".to_owned(), PACK_HEAD.as_bytes().to_vec());
    tab.done(start);
}

#[test]
fn packs_are_read_in_the_folder_and_in_open_documents_only() {
    let pack = "[instructions]\nbanned = [\"li\"]\n";
    let start =
        |pack: &str| json!({"do": "start", "roots": ["main.asm"], "options": {"pack": pack}});
    let mut tab = tab("main: li $v0, 10\nsyscall\n", None);
    let text = format!("{PACK_HEAD}{pack}");
    tab.ask(json!({"do": "open", "path": "own/pack.toml", "text": text}));
    assert!(refusal(&mut tab, start("own")).contains("does not permit `li`"));
    assert!(refusal(&mut tab, start("own/pack.toml")).contains("does not permit `li`"));
    for outside in ["../own", "own/..", "nowhere", "\u{1}"] {
        assert!(refusal(&mut tab, start(outside)).contains("there is no pack"), "{outside}");
    }
    tab.memory.files.insert("large/pack.toml".to_owned(), vec![b'#'; (1 << 20) + 1]);
    assert!(refusal(&mut tab, start("large")).contains("at most 1 MiB"));
    tab.memory.files.insert("odd/pack.toml".to_owned(), vec![0xff, 0xfe]);
    assert!(refusal(&mut tab, start("odd")).contains("not a text"));
}

#[test]
fn a_pack_extends_one_beside_it() {
    let mut tab = tab("main: li $v0, 10\nsyscall\n", Some("extends = \"base\"\n"));
    let base = PACK_HEAD.replace("gems", "base") + "[instructions]\nbanned = [\"li\"]\n";
    tab.memory.files.insert("base/pack.toml".to_owned(), base.into_bytes());
    let start = json!({"do": "start", "roots": ["main.asm"], "options": {"pack": "gems"}});
    assert_eq!(
        refusal(&mut tab, start.clone()),
        "the pack gems does not permit `li` (main.asm, line 1)"
    );
    tab.memory.files.remove("base/pack.toml");
    assert!(refusal(&mut tab, start).contains("base"));
}
