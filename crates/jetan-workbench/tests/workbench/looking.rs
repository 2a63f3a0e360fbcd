//! What can be seen of a step.

use serde_json::{Value, json};

use crate::carrier::Tab;

const SOURCE: &str = "main: li $t0, 3\n addi $t1, $t0, 4\n sw $t1, x\n jal f\n\
 li $v0, 10\n syscall\n\
f: addi $sp, $sp, -4\n sw $ra, 0($sp)\n lw $t2, x\n lw $ra, 0($sp)\n addi $sp, $sp, 4\n jr $ra\n\
.data\nx: .word 0\n";

fn at_call() -> Tab {
    let mut tab = Tab::with(SOURCE);
    tab.done(json!({"do": "goto", "to": {"path": "a.asm", "line": 9}}));
    tab
}

#[test]
fn registers_say_what_has_changed() {
    let mut tab = Tab::with(SOURCE);
    tab.done(json!({"do": "step"}));
    let registers = tab.done(json!({"do": "registers"}));
    assert_eq!(registers["cpu"][8], json!({"name": "$t0", "number": 8, "value": 3}));
    assert_eq!(registers["changed"], json!(["$t0"]));
    assert_eq!(registers["fpu"].as_array().map(Vec::len), Some(32));
    assert_eq!(registers["cp0"][1]["number"], 12);
}

#[test]
fn a_change_forgets_the_future() {
    let mut tab = Tab::with(SOURCE);
    tab.done(json!({"do": "run"}));
    tab.done(json!({"do": "goto", "to": 1}));
    tab.done(json!({"do": "set", "place": "$t0", "value": "2 * 20"}));
    let state = tab.last("state");
    assert_eq!((&state["count"], &state["end"]), (&json!(1), &json!(1)));
    tab.done(json!({"do": "run"}));
    let answer = tab.done(json!({"do": "evaluate", "expression": "[x]"}));
    assert_eq!(answer["value"], 44);
    assert_eq!(tab.refused(json!({"do": "set", "place": "$nope", "value": 1})), "expression");
}

#[test]
fn memory_stack_and_calls_are_shown() {
    let mut tab = at_call();
    let labels = tab.done(json!({"do": "labels"}));
    let x = labels["labels"].as_array().expect("labels").iter().find(|label| label["name"] == "x");
    let address = x.expect("x is there")["address"].as_u64().expect("an address");
    tab.binary.clear();
    tab.done(json!({"do": "memory", "address": address, "bytes": 8}));
    let bytes = tab.binary.last().expect("bytes came");
    assert_eq!(bytes[0], 2);
    assert_eq!(&bytes[8..12], (address as u32).to_le_bytes());
    assert_eq!(&bytes[12..], [7, 0, 0, 0, 0, 0, 0, 0]);
    assert_eq!(tab.refused(json!({"do": "memory", "address": 0, "bytes": 65537})), "too-large");
    let stack = tab.done(json!({"do": "stack"}));
    let top = &stack["words"][0];
    assert_eq!((&top["isTop"], &top["frame"]), (&json!(true), &json!("f")));
    assert_eq!(top["text"], "$ra saved by f");
    assert_eq!(stack["words"][1]["frame"], "main");
    let calls = tab.done(json!({"do": "calls"}));
    let frames = calls["frames"].as_array().expect("frames");
    let shown: Vec<(&Value, &Value)> =
        frames.iter().map(|frame| (&frame["name"], &frame["line"])).collect();
    assert_eq!(shown, [(&json!("f"), &json!(9)), (&json!("main"), &json!(3))]);
    let saved = &frames[0]["saved"][0];
    assert_eq!((&saved["name"], &saved["value"]), (&json!("$ra"), &saved["expected"]));
    assert_eq!(frames[0]["doubts"], json!([]));
    let segments = tab.done(json!({"do": "segments"}));
    assert!(segments["segments"].as_array().is_some_and(|list| list.len() >= 4));
}

/// A procedure whose array is smaller than what is written into it.
const SMASHED: &str = "main: li $a0, 2\n jal f\n li $v0, 10\n syscall\n\
f: addi $sp, $sp, -8\n sw $ra, 4($sp)\n sw $a0, 0($sp)\n  sw $a0, 4($sp)\n addi $t0, $a0, 1\n\
 lw $ra, 4($sp)\n addi $sp, $sp, 8\n jr $ra\n";

#[test]
fn a_saved_register_that_was_overwritten_is_reported() {
    let mut tab = Tab::with(SMASHED);
    tab.done(json!({"do": "goto", "to": {"path": "a.asm", "line": 8}}));
    let calls = tab.done(json!({"do": "calls"}));
    let frame = &calls["frames"][0];
    assert_eq!(frame["arguments"], json!([{"name": "$a0", "value": 2, "text": "2"}]));
    assert_eq!((&frame["saved"][0]["value"]), (&json!(2)));
    let doubt = frame["doubts"][0].as_str().expect("a doubt");
    assert!(doubt.starts_with("the saved $ra was overwritten"), "{doubt}");
    let stack = tab.done(json!({"do": "stack"}));
    assert_eq!(stack["words"][1]["isWrong"], true);
}

#[test]
fn jumps_changes_and_data_are_shown() {
    let mut tab = at_call();
    let jumps = tab.done(json!({"do": "jumps"}));
    let jump = &jumps["jumps"][0];
    assert_eq!((&jump["to"], &jump["line"]), (&json!("f"), &json!(3)));
    assert_eq!(jump["target"], json!({"path": "a.asm", "line": 6}));
    tab.done(json!({"do": "goto", "to": 2}));
    tab.done(json!({"do": "step"}));
    let changes = tab.done(json!({"do": "changes"}));
    assert_eq!(changes["since"], 2);
    let word = &changes["words"][0];
    assert_eq!((&word["name"], &word["was"], &word["is"]), (&json!("x"), &json!(0), &json!(7)));
    tab.done(json!({"do": "back"}));
    let changes = tab.done(json!({"do": "changes"}));
    assert_eq!(changes["words"][0]["is"], 0, "backwards too");
    tab.done(json!({"do": "step"}));
    let data = tab.done(json!({"do": "data"}));
    let item = &data["items"][0];
    assert_eq!((&item["name"], &item["kind"]), (&json!("x"), &json!("word")));
    assert_eq!((&item["text"], &item["isGuessed"]), (&json!("7"), &json!(false)));
    assert_eq!(tab.done(json!({"do": "data", "part": "none"}))["items"], json!([]));
    assert_eq!(tab.done(json!({"do": "heap"}))["words"], json!([]));
}

#[test]
fn what_sbrk_gave_is_on_the_heap() {
    let mut tab = Tab::with("main: li $a0, 8\n li $v0, 9\n syscall\n sw $v0, 4($v0)\n nop\n");
    tab.done(json!({"do": "goto", "to": {"path": "a.asm", "line": 4}}));
    let heap = tab.done(json!({"do": "heap"}));
    let words = heap["words"].as_array().expect("words");
    assert_eq!(words.len(), 2);
    assert_eq!(words[1]["text"], "heap+0");
}

/// Paints two pixels of a display that is found by its stores.
const PAINTED: &str = "main: li $t0, 0x10008000\n li $t1, 0xff0000\n\
loop: sw $t1, 0($t0)\n addi $t0, $t0, 4\n blt $t0, 0x10009000, loop\n nop\n";

#[test]
fn pixels_are_asked_about_and_watched() {
    let options = json!({"bitmap": "64x64/8x8@0x10008000"});
    let mut tab = Tab::with_options(PAINTED, &options);
    let watch = json!([{"id": "w", "place": "pixel 3,1", "on": "write"}]);
    let watches = tab.done(json!({"do": "watches", "items": watch}));
    let item = &watches["items"][0];
    assert_eq!((&item["isVerified"], &item["address"]), (&json!(true), &json!(0x1000_802c)));
    tab.done(json!({"do": "run"}));
    let state = tab.last("state");
    assert_eq!((&state["reason"]["kind"], &state["reason"]["id"]), (&json!("watch"), &json!("w")));
    let links = tab.done(json!({"do": "why", "place": "pixel 3,1"}));
    assert_eq!(
        (&links["links"][0]["line"], &links["links"][0]["value"]),
        (&json!(2), &json!(0xff_0000))
    );
    assert_eq!(tab.refused(json!({"do": "why", "place": "pixel 8,0"})), "expression");
}

#[test]
fn a_watched_pixel_is_known_in_the_next_run_too() {
    let mut tab = Tab::with(PAINTED);
    let watch = json!([{"id": "w", "place": "pixel 3,1", "on": "write"}]);
    let watches = tab.done(json!({"do": "watches", "items": watch}));
    assert_eq!(watches["items"][0]["isVerified"], false, "no display is known yet");
    tab.done(json!({"do": "run"}));
    let watches = tab.done(json!({"do": "watches", "items": watch}));
    assert_eq!(watches["items"][0]["isVerified"], true);
    tab.done(json!({"do": "reset"}));
    tab.done(json!({"do": "run"}));
    assert_eq!(tab.last("state")["reason"]["kind"], "watch");
}

#[test]
fn why_leads_to_the_lines_that_made_a_value() {
    let mut tab = at_call();
    let links = tab.done(json!({"do": "why", "place": "$t2"}));
    let lines: Vec<Option<u64>> = links["links"]
        .as_array()
        .expect("links")
        .iter()
        .map(|link| link["line"].as_u64())
        .collect();
    assert_eq!(lines, [Some(8), Some(2), Some(1), Some(0)]);
    assert!(links["links"][0]["text"].as_str().is_some_and(|text| text.contains("$t2 = 7")));
    let source = "main: li $a0, 5\n addi $a0, $a0, 1\n li $v0, 1\n syscall\n nop\n";
    let mut tab = Tab::with(source);
    tab.done(json!({"do": "run"}));
    let links = tab.done(json!({"do": "why", "output": 0}));
    assert_eq!(links["links"][0]["line"], 1);
    assert_eq!(tab.refused(json!({"do": "why", "output": 9})), "expression");
    assert_eq!(tab.refused(json!({"do": "why"})), "no-place");
}

#[test]
fn why_names_the_branch_that_chose_a_text() {
    let source = "\
.data
yes: .asciiz \"yes\"
no: .asciiz \"no\"
.text
main: li $t0, 6
 andi $t1, $t0, 1
 beqz $t1, odd
 la $a0, yes
 j show
odd: la $a0, no
show: li $v0, 4
 syscall
 nop
";
    let mut tab = Tab::with(source);
    tab.done(json!({"do": "run"}));
    let links = tab.done(json!({"do": "why", "output": 0}));
    let links = links["links"].as_array().expect("links");
    assert_eq!(links[0]["origin"], "heading");
    assert_eq!(links[1]["line"], 9, "the text was chosen there");
    let branch = links.iter().find(|link| link["origin"] == "branch").expect("a branch decided");
    assert_eq!((&branch["line"], &branch["source"]), (&json!(6), &json!("beqz $t1, odd")));
    assert_eq!(branch["text"], "executed because `beqz $t1, odd` was taken: $t1 = 0");
}

#[test]
fn lines_have_their_values_and_counts() {
    let mut tab = Tab::with("main: li $t0, 0\nloop: addi $t0, $t0, 1\n blt $t0, 3, loop\n nop\n");
    tab.done(json!({"do": "step", "times": 4}));
    let values = tab.done(json!({"do": "values", "path": "a.asm"}));
    let texts: Vec<(u64, String)> = values["lines"]
        .as_array()
        .expect("lines")
        .iter()
        .map(|line| {
            (
                line["line"].as_u64().expect("a line"),
                line["text"].as_str().expect("a text").to_owned(),
            )
        })
        .collect();
    assert_eq!(
        texts,
        [(0, "$t0 = 0".to_owned()), (1, "$t0 = 2".to_owned()), (2, "$t0 = 2".to_owned())]
    );
    tab.done(json!({"do": "run"}));
    let heat = tab.done(json!({"do": "heat", "path": "a.asm"}));
    assert_eq!(heat, json!({"lines": [[0, 1], [1, 3], [2, 3], [3, 1]], "isSampled": false}));
    let expansion = tab.done(json!({"do": "expansion", "path": "a.asm", "line": 2}));
    assert_eq!(expansion["instructions"].as_array().map(Vec::len), Some(2));
}

#[test]
fn lines_that_were_never_executed_are_reported_when_the_run_has_ended() {
    let mut tab = Tab::with("main: li $t0, 1\n bnez $t0, end\n li $t0, 2\nend: nop\n");
    tab.done(json!({"do": "step"}));
    let heat = tab.done(json!({"do": "heat", "path": "a.asm"}));
    assert_eq!(heat["lines"], json!([[0, 1]]));
    tab.done(json!({"do": "run"}));
    let heat = tab.done(json!({"do": "heat", "path": "a.asm"}));
    assert_eq!(heat["lines"], json!([[0, 1], [1, 1], [2, 0], [3, 1]]));
}

#[test]
fn counts_of_lines_follow_every_step_there_and_back() {
    let source = "main: li $t0, 0\nloop: addi $t0, $t0, 1\n blt $t0, 9, loop\n nop\n";
    let mut stepping = Tab::with(source);
    for motion in ["step", "step", "step", "over", "back", "step", "back", "back", "run", "back"] {
        stepping.done(json!({"do": motion}));
        let count = stepping.done(json!({"do": "timeline"}))["now"].clone();
        let followed = stepping.done(json!({"do": "heat", "path": "a.asm"}));
        let mut fresh = Tab::with(source);
        fresh.done(json!({"do": "goto", "to": count}));
        assert_eq!(fresh.done(json!({"do": "heat", "path": "a.asm"})), followed, "{motion}");
    }
}

#[test]
fn the_bar_knows_what_happened_when() {
    let mut tab =
        Tab::with("main: li $v0, 5\n syscall\n move $a0, $v0\n li $v0, 1\n syscall\n nop\n");
    tab.done(json!({"do": "run"}));
    tab.done(json!({"do": "input", "text": "7\n"}));
    let bar = tab.done(json!({"do": "timeline"}));
    assert_eq!((&bar["first"], &bar["last"], &bar["now"]), (&json!(0), &json!(6), &json!(6)));
    let kinds: Vec<&Value> =
        bar["marks"].as_array().expect("marks").iter().map(|mark| &mark["kind"]).collect();
    assert_eq!(kinds, [&json!("input"), &json!("output")]);
    let place = tab.done(json!({"do": "whereWas", "count": 3}));
    assert_eq!((&place["count"], &place["line"]), (&json!(3), &json!(3)));
}

#[test]
fn several_panels_are_had_at_once() {
    let mut tab = at_call();
    let want = json!(["registers", "stack", {"do": "values", "path": "a.asm"}, "files"]);
    let panels = tab.done(json!({"do": "look", "want": want}));
    assert!(panels["registers"]["cpu"].is_array() && panels["stack"]["words"].is_array());
    assert!(panels["values"]["lines"].is_array());
    assert_eq!(panels["files"]["error"]["code"], "bad-request");
}

#[test]
fn instructions_are_shown_as_they_are_in_memory() {
    let source =
        "main: li $t0, 0x12345678\n la $t1, next\n sw $zero, 0($t1)\nnext: addi $t2, $t2, 1\n";
    let mut tab = Tab::with_options(source, &json!({"smc": true}));
    let shown = tab.done(json!({"do": "code", "rows": 20}));
    let rows = shown["rows"].as_array().expect("rows");
    assert_eq!(shown["parts"], json!([[0x0040_0000, rows.len()]]));
    assert_eq!(rows[0]["source"], "main: li $t0, 0x12345678");
    assert_eq!((&rows[0]["label"], &rows[0]["at"]["line"]), (&json!("main"), &json!(0)));
    // A pseudo-instruction is several rows of one line.
    assert!(rows[1].get("source").is_none() && rows[1]["at"]["line"] == 0);
    assert_eq!(rows[0]["text"], "lui $at, 0x1234");
    tab.done(json!({"do": "run"}));
    let shown = tab.done(json!({"do": "code", "address": 0x0040_0000, "rows": 20}));
    let last = shown["rows"].as_array().and_then(|rows| rows.last()).expect("a row");
    assert_eq!((&last["isChanged"], &last["word"]), (&json!(true), &json!(0)));
    let far = tab.done(json!({"do": "code", "address": 0xffff_fffcu32, "rows": 20}));
    assert_eq!(far["rows"].as_array().map(Vec::len), Some(1));
    assert_eq!(tab.refused(json!({"do": "code", "rows": 1001})), "too-many");
}

#[test]
fn addresses_beside_lines_are_in_hex_with_their_labels() {
    let mut tab = Tab::with("main: la $t0, x\n addi $t1, $t0, 4\n nop\n.data\nx: .word 1, 2\n");
    tab.done(json!({"do": "step", "times": 2}));
    let values = tab.done(json!({"do": "values", "path": "a.asm"}));
    let texts: Vec<&str> = values["lines"]
        .as_array()
        .expect("lines")
        .iter()
        .filter_map(|it| it["text"].as_str())
        .collect();
    assert_eq!(texts, ["$t0 = 0x10010000 <x>", "$t1 = 0x10010004 <x+4>"]);
}
