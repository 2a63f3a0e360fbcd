//! Games side by side with programs: ours agree, and planted mistakes are found where they are.

use std::fs;
use std::path::Path;

use serde_json::{Value, json};
use toml::Table;

use crate::carrier::Tab;

/// Opens one of our programs with a mistake of the checker's list in it.
fn plant(tab: &mut Tab, project: &str, mistake: &str) -> Vec<String> {
    let tree = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let list = fs::read_to_string(tree.join(format!("testdata/check/{project}/mutants.toml")));
    let list: Table = list.expect("the list").parse().expect("TOML");
    let changes = list["change"].as_array().expect("a list");
    let change = changes.iter().find(|change| change["name"].as_str() == Some(mistake));
    let change = change.unwrap_or_else(|| panic!("{mistake} is not in the list"));
    for edit in change["edits"].as_array().expect("a list") {
        let text = |field: &str| edit[field].as_str().expect("a text").to_owned();
        let path = format!("programs/{project}/{}", text("file"));
        let source = fs::read_to_string(tree.join(&path)).expect("the source");
        assert!(source.contains(&text("find")), "{mistake}");
        let source = source.replacen(&text("find"), &text("replace"), 1);
        tab.done(json!({"do": "open", "path": path, "text": source}));
    }
    let roots = change["program"].as_array().expect("a list");
    roots
        .iter()
        .map(|file| format!("programs/{project}/{}", file.as_str().expect("a name")))
        .collect()
}

/// Goes on until the program waits, as far as it does: programs that poll the keyboard never end.
fn wait(tab: &mut Tab) -> Value {
    let mut patience = 100;
    for _ in 0..100_000 {
        tab.memory.now_ms += 1;
        tab.advance();
        let found = tab.came.iter().rev().find(|came| came["event"] == "game");
        if let Some(state) = found.filter(|state| is_whole(state, &mut patience)) {
            let state = state.clone();
            tab.came.clear();
            return state;
        }
    }
    panic!("the program does not come to rest: {:?}", tab.came.last());
}

/// Whether all is said about where the program stands. Which instruction has made a difference is
/// looked for, and may not be found.
fn is_whole(state: &Value, patience: &mut u32) -> bool {
    let versus = &state["versus"];
    *patience -= u32::from(versus["kind"] == "different");
    match versus["kind"].as_str() {
        Some("running") => false,
        Some("different") => versus["difference"].get("count").is_some() || *patience == 0,
        _ => true,
    }
}

fn send(tab: &mut Tab, request: &Value) {
    tab.came.clear();
    let mut request = request.clone();
    request["id"] = json!(7);
    tab.send(&request.to_string());
    let mut slices = 0;
    while !tab.came.iter().any(|came| came["re"] == 7) {
        tab.advance();
        slices += 1;
        assert!(slices < 100_000, "{request} is not answered");
    }
    let answer = tab.came.iter().find(|came| came["re"] == 7).expect("an answer");
    assert!(answer.get("error").is_none(), "{request}: {answer}");
}

fn begin(tab: &mut Tab, request: Value) -> Value {
    let mut request = request;
    request["do"] = json!("versus");
    send(tab, &request);
    wait(tab)
}

fn play(tab: &mut Tab, word: &str) -> Value {
    send(tab, &json!({"do": "play", "move": word}));
    wait(tab)
}

/// What was found, which has to be a difference; and the debugger goes to where it was made.
fn found(tab: &mut Tab, state: &Value) -> Value {
    assert_eq!(state["versus"]["kind"], "different", "{}", state["versus"]);
    let difference = state["versus"]["difference"].clone();
    let count = difference["count"].as_u64().unwrap_or_else(|| panic!("{difference}"));
    send(tab, &json!({"do": "goto", "to": count}));
    let at = tab.came.iter().rev().find(|came| came["event"] == "state").expect("a state");
    assert_eq!(at["count"], count);
    difference
}

#[test]
fn connect_four_is_the_same_to_its_end() {
    let mut tab = Tab::new();
    let state = begin(&mut tab, json!({"game": "connect-four"}));
    assert_eq!(state["versus"]["kind"], "same", "{}", state["versus"]);
    assert_eq!(state["asks"]["what"], "first");
    let mut state = play(&mut tab, "2");
    for word in ["3", "2", "3", "2", "3", "2", "3"] {
        assert_eq!(state["versus"]["kind"], "same", "{}", state["versus"]);
        state = play(&mut tab, word);
        assert_eq!(state["versus"]["cells"], state["board"]["cells"]);
    }
    assert_eq!(state["versus"]["kind"], "ended", "{}", state["versus"]);
    assert_eq!(state["outcome"]["words"], "player 2 won in 4 moves");
    // Nothing of it is kept.
    let list = tab.done(json!({"do": "games"}));
    assert_eq!(list["games"][4]["replays"], json!([]));
}

#[test]
fn a_piece_of_the_wrong_player_is_found_where_it_was_put() {
    let mut tab = Tab::new();
    let roots = plant(&mut tab, "connect-four", "the turn does not change after player 2");
    begin(&mut tab, json!({"game": "connect-four", "roots": roots}));
    play(&mut tab, "1");
    play(&mut tab, "0");
    let state = play(&mut tab, "1");
    assert_eq!(state["versus"]["kind"], "same");
    let state = play(&mut tab, "2");
    let difference = found(&mut tab, &state);
    assert_eq!(difference["cells"], json!([{"cell": 37, "expected": 1, "actual": 2}]));
    assert_eq!(difference["place"]["path"], "programs/connect-four/state.asm");
    let refused = tab.ask_at_once(json!({"do": "play", "move": "3"}));
    assert_eq!(refused["error"]["code"], "bad-move");
}

#[test]
fn a_game_that_goes_on_after_its_end_is_a_difference() {
    let mut tab = Tab::new();
    let roots = plant(&mut tab, "connect-four", "five in line are wanted");
    begin(&mut tab, json!({"game": "connect-four", "roots": roots}));
    play(&mut tab, "1");
    let mut state = Value::Null;
    for word in ["0", "1", "0", "1", "0", "1", "0"] {
        state = play(&mut tab, word);
    }
    let difference = found(&mut tab, &state);
    assert_eq!(difference["text"], "the game is over, and the program goes on");
}

#[test]
fn four_in_a_row_is_the_same_with_trials_and_undos() {
    let mut tab = Tab::new();
    let state = begin(&mut tab, json!({"game": "four-in-a-row"}));
    assert_eq!(state["versus"]["kind"], "same", "{}", state["versus"]);
    for word in ["2", "4", "n", "9", "4", "y", "5", "n", "1"] {
        let state = play(&mut tab, word);
        assert_eq!(state["versus"]["kind"], "same", "{word}: {}", state["versus"]);
        assert_eq!(state["versus"]["cells"], state["board"]["cells"], "{word}");
    }
}

#[test]
fn a_slot_that_is_not_emptied_is_found() {
    let mut tab = Tab::new();
    let roots = plant(&mut tab, "four-in-a-row", "taking back does not empty the slot");
    begin(&mut tab, json!({"game": "four-in-a-row", "roots": roots}));
    play(&mut tab, "1");
    play(&mut tab, "4");
    let state = play(&mut tab, "y");
    let difference = found(&mut tab, &state);
    assert_eq!(difference["cells"], json!([{"cell": 38, "expected": 0, "actual": 1}]));
}

#[test]
fn the_tiles_of_2048_are_the_programs() {
    let mut tab = Tab::new();
    let request = json!({"game": "2048", "settings": {"target": "64"}, "options": {"seed": 3}});
    let mut state = begin(&mut tab, request);
    assert_eq!(state["versus"]["cells"], state["board"]["tiles"]);
    for _ in 0..20 {
        if state["versus"]["kind"] != "same" {
            break;
        }
        let word = state["legal"][0].as_str().expect("a move").to_owned();
        state = play(&mut tab, &word);
        assert_eq!(state["versus"]["cells"], state["board"]["tiles"], "{}", state["versus"]);
        assert!(state["motion"]["slid"].as_array().is_some_and(|slid| !slid.is_empty()));
    }
    assert!(state["versus"]["kind"] == "same" || state["versus"]["kind"] == "ended");
}

#[test]
fn a_slide_in_the_wrong_direction_is_found() {
    let mut tab = Tab::new();
    let roots = plant(&mut tab, "2048", "w slides down");
    let request = json!({"game": "2048", "roots": roots, "options": {"seed": 3}});
    let mut state = begin(&mut tab, request);
    for word in ["L", "U", "L", "U", "L", "U"] {
        let legal = state["legal"].as_array().expect("a list");
        if state["versus"]["kind"] == "same" && legal.contains(&json!(word)) {
            state = play(&mut tab, word);
        }
    }
    let difference = found(&mut tab, &state);
    assert!(!difference["cells"].as_array().expect("a list").is_empty());
    assert!(difference["place"]["path"].as_str().is_some_and(|path| path.contains("2048")));
}

#[test]
fn the_answers_of_sudoku_are_compared() {
    let mut tab = Tab::new();
    let request = json!({"game": "sudoku", "roots": ["programs/sudoku/4x4.asm"]});
    let state = begin(&mut tab, request);
    assert_eq!(state["versus"]["kind"], "ended", "{}", state["versus"]);
    assert_eq!(state["versus"]["cells"], state["board"]["cells"]);
    let roots = plant(&mut tab, "sudoku", "the row is not looked at");
    let state = begin(&mut tab, json!({"game": "sudoku", "roots": roots}));
    let difference = found(&mut tab, &state);
    let cells = difference["cells"].as_array().expect("a list");
    assert_ne!(cells[0]["expected"], cells[0]["actual"]);
}

/// One piece that stands upright, and only the last column will do.
fn upright() -> String {
    let grid = "......\n".repeat(6) + &"......\n".repeat(2) + &".....#\n".repeat(4);
    grid + "1\n" + &"#...\n".repeat(4)
}

#[test]
fn the_answers_of_tetrisito_are_compared() {
    let mut tab = Tab::new();
    let state = begin(&mut tab, json!({"game": "tetrisito", "position": upright()}));
    assert_eq!(state["versus"]["kind"], "ended", "{}", state["versus"]);
    let roots = plant(&mut tab, "tetrisito", "the last offset is missing");
    let request = json!({"game": "tetrisito", "position": upright(), "roots": roots});
    let state = begin(&mut tab, request);
    let difference = found(&mut tab, &state);
    assert_eq!(difference["text"], "the program says NO, and it is YES");
}

#[test]
fn what_cannot_be_compared_is_said() {
    let mut tab = Tab::new();
    tab.done(
        json!({"do": "open", "path": "a.asm", "text": "main: li $v0, 12\n syscall\n j main\n"}),
    );
    let state = begin(&mut tab, json!({"game": "connect-four", "roots": ["a.asm"]}));
    assert_eq!(state["versus"]["kind"], "failed");
    assert!(state["versus"]["text"].as_str().is_some_and(|text| text.contains("not known")));
    for (request, code) in [
        (json!({"game": "go"}), "bad-request"),
        (json!({"game": "2048", "roots": []}), "bad-request"),
        (json!({"game": "2048", "roots": ["none.asm"]}), "no-file"),
        (json!({"game": "sudoku", "position": "12"}), "bad-game"),
        (json!({"game": "sudoku", "position": "0".repeat(16)}), "bad-game"),
    ] {
        let mut request = request;
        request["do"] = json!("versus");
        let answer = tab.ask_at_once(request.clone());
        assert_eq!(answer["error"]["code"], code, "{request}");
    }
}

#[test]
fn a_program_that_is_stopped_ends_the_comparison() {
    let mut tab = Tab::new();
    begin(&mut tab, json!({"game": "connect-four"}));
    send(&mut tab, &json!({"do": "stop"}));
    let refused = tab.ask_at_once(json!({"do": "play", "move": "1"}));
    assert!(refused.get("error").is_some(), "{refused}");
}
