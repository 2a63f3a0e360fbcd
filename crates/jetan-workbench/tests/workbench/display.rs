//! What there is to be seen.

use serde_json::{Value, json};

use crate::carrier::Tab;

/// Paints the first unit, then the last, of a display of 4 by 4 units.
const PAINTER: &str = "main: lui $t0, 0x1001\n li $t1, 0x123456\n sw $t1, 0($t0)\n nop\n\
 sw $t1, 60($t0)\n nop\n";

fn pixels(bytes: &[u8]) -> (u8, u32, [u16; 4], Vec<u8>) {
    assert_eq!(bytes[0], 1);
    let number = u32::from_le_bytes(bytes[4..8].try_into().expect("four bytes"));
    let side = |at: usize| u16::from_le_bytes([bytes[at], bytes[at + 1]]);
    (bytes[1], number, [8, 10, 12, 14].map(side), bytes[16..].to_vec())
}

#[test]
fn a_bitmap_is_sent_whole_and_then_by_rows_at_most_two_ahead_of_what_was_drawn() {
    let options = json!({"bitmap": "64x64/16x16@0x10010000"});
    let mut tab = Tab::with_options(PAINTER, &options);
    let about = tab.last("display");
    assert_eq!(
        (&about["width"], &about["unitWidth"], &about["found"]),
        (&json!(4), &json!(16), &json!("option"))
    );
    let (source, number, sides, bytes) = pixels(tab.binary.last().expect("a picture"));
    assert_eq!((source, number, sides, bytes.len()), (0, 1, [4, 4, 0, 4], 64));
    tab.done(json!({"do": "step", "times": 4}));
    let (_, number, sides, bytes) = pixels(tab.binary.last().expect("a picture"));
    assert_eq!((number, sides), (2, [4, 4, 0, 1]));
    assert_eq!(&bytes[..4], [0x12, 0x34, 0x56, 255]);
    tab.done(json!({"do": "run"}));
    assert_eq!(tab.binary.len(), 2, "neither of them is drawn yet");
    tab.send(&json!({"do": "drawn", "frame": 1}).to_string());
    tab.settle();
    assert_eq!(pixels(tab.binary.last().expect("a picture")).2, [4, 4, 3, 1]);
    tab.send(&json!({"do": "drawn", "frame": 3}).to_string());
    tab.done(json!({"do": "goto", "to": "start"}));
    let (_, number, sides, bytes) = pixels(tab.binary.last().expect("a picture"));
    assert_eq!((number, sides), (4, [4, 4, 0, 4]), "what was painted is gone");
    assert!(bytes.chunks(4).all(|pixel| pixel == [0, 0, 0, 255]));
}

#[test]
fn a_display_is_found_by_comments_and_by_stores() {
    let comment = "# Unit width in pixels: 8\n# Unit height in pixels: 8\n\
                   # Display width in pixels: 256\n\
                   # Display height in pixels: 256\n\
                   # Base Address for Display: 0x10008000 ($gp)\nmain: nop\n";
    let mut tab = Tab::with(comment);
    let about = tab.last("display");
    assert_eq!((&about["width"], &about["found"]), (&json!(32), &json!("comment")));
    let stores = "main: li $t0, 0x10008000\n li $t1, 0xff0000\n\
                  loop: sw $t1, 0($t0)\n addi $t0, $t0, 4\n\
                  blt $t0, 0x10009000, loop\n nop\n";
    let mut tab = Tab::with(stores);
    assert!(tab.binary.is_empty());
    tab.done(json!({"do": "run"}));
    assert_eq!(tab.last("display")["found"], "stores");
    let mut tab = Tab::with_options(stores, &json!({"bitmap": "none"}));
    tab.done(json!({"do": "run"}));
    assert!(tab.binary.is_empty());
}

#[test]
fn packs_and_the_lab_have_screens_of_their_own() {
    let mut tab = Tab::new();
    let example = tab.done(json!({"do": "openExample", "example": "2048"}));
    for file in example["files"].as_array().expect("files") {
        tab.done(json!({"do": "open", "path": file["path"], "text": file["text"]}));
    }
    let options = json!({"stdin": "64\n"});
    let start =
        json!({"id": 1, "do": "start", "roots": example["roots"], "options": options, "run": true});
    tab.send(&start.to_string());
    // The game sleeps and looks for keys for ever.
    for _ in 0..100 {
        tab.memory.now_ms += 1;
        tab.advance();
    }
    assert_eq!(tab.last("display")["source"], "screen");
    assert_eq!(pixels(tab.binary.last().expect("a picture")).0, 1);
    let mut tab = Tab::with_options("main: nop\n", &json!({"lab": true}));
    assert_eq!(tab.last("display")["source"], "lab");
    tab.done(json!({"do": "pad", "key": 3}));
    assert_eq!(tab.refused(json!({"do": "pad", "key": 16})), "bad-request");
}

#[test]
fn mars_bot_draws_for_an_option_and_for_a_pack() {
    let read = |name: &str| {
        let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../testdata/tools/");
        std::fs::read_to_string(format!("{path}{name}")).expect("it is there")
    };
    let source = read("exercises/square.asm");
    let mut tab = Tab::with_options(&source, &json!({"bot": true}));
    tab.done(json!({"do": "run"}));
    assert_eq!(tab.last("display")["source"], "robot");

    let mut packed = Tab::new();
    packed.ask(json!({"do": "open", "path": "main.asm", "text": source}));
    packed.memory.files.insert("robot/pack.toml".into(), read("packs/robot/pack.toml").into());
    let options = json!({"pack": "robot"});
    packed.done(json!({"do": "start", "roots": ["main.asm"], "options": options}));
    packed.done(json!({"do": "run"}));
    assert_eq!(packed.last("display")["source"], "robot");
}

#[test]
fn mars_bot_has_no_place_in_a_compact_memory() {
    let mut tab = Tab::new();
    tab.ask(json!({"do": "open", "path": "main.asm", "text": "main: nop\n"}));
    let options = json!({"bot": true, "memory": "CompactDataAtZero"});
    let start = json!({"do": "start", "roots": ["main.asm"], "options": options});
    let answer = tab.ask(start);
    assert!(answer.to_string().contains("its registers are at 0xffff8010"), "{answer}");
}

#[test]
fn sounds_are_passed_on() {
    let source =
        "main: li $v0, 31\n li $a0, 60\n li $a1, 500\n li $a2, 1\n li $a3, 100\n syscall\n nop\n";
    let mut tab = Tab::with(source);
    tab.done(json!({"do": "run"}));
    let sounds: Vec<&Value> = tab.came.iter().filter(|came| came["event"] == "sound").collect();
    assert_eq!(sounds.len(), 1);
    assert_eq!((&sounds[0]["kind"], &sounds[0]["pitch"]), (&json!("note"), &json!(60)));
}
