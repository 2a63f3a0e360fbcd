//! Scripts, the mistakes in them, and how they are played.

use std::fmt::Write;

use expect_test::{expect, expect_file};
use jetan_machine::HostInput;

use super::player::KEYS_AHEAD_MAX;
use super::{
    NESTING_MAX, RunProgress, STEPS_MAX, ScriptAction, ScriptPlayer, TEXT_BYTES_MAX, WAIT_MAX,
    parse,
};

fn player(text: &str) -> ScriptPlayer {
    match parse(text) {
        Ok(script) => ScriptPlayer::new(script),
        Err(errors) => panic!("{text}: {errors:?}"),
    }
}

/// The actions of a script in a world in which every wait ends as soon as it may.
fn story(text: &str) -> String {
    let mut player = player(text);
    let mut now = RunProgress::default();
    let mut actions = String::new();
    for _ in 0..1000 {
        let action = player.next(now);
        let said = match action {
            ScriptAction::Type(HostInput::Key(key)) => write!(actions, "{}", key.escape_ascii()),
            ScriptAction::Type(HostInput::Keypad(Some(key))) => write!(actions, "[pad {key}]"),
            ScriptAction::Type(HostInput::Keypad(None)) => write!(actions, "[pad up]"),
            ScriptAction::Type(input @ (HostInput::Time(_) | HostInput::HandBack)) => {
                panic!("typed {input:?}")
            }
            ScriptAction::WaitUntilCount(count) => write!(actions, "<{}>", count - now.count),
            ScriptAction::WaitUntilMs(ms) => write!(actions, "<{}ms>", ms - now.clock_ms),
            ScriptAction::WaitFrame => write!(actions, "<frame>"),
            ScriptAction::WaitPoll => write!(actions, "<poll>"),
            ScriptAction::Done => return actions,
        };
        said.expect("a string takes everything");
        match action {
            ScriptAction::WaitUntilCount(count) => now.count = count,
            ScriptAction::WaitUntilMs(ms) => now.clock_ms = ms,
            ScriptAction::WaitFrame => now.frames += 1,
            ScriptAction::WaitPoll => now.polls += 1,
            ScriptAction::Type(_) | ScriptAction::Done => {}
        }
    }
    actions + "…"
}

#[test]
fn scripts_do_what_they_say() {
    let cases = [
        ("", ""),
        (" ;;\n # nothing\n;", ""),
        ("w", "w"),
        ("w;a\ns ; d # w", "wasd"),
        ("'hello'; \"it's\"", r"helloit\'s"),
        (r#"'\n\t\\\'\"\x1b\xfF'"#, r#"\n\t\\\'\"\x1b\xff"#),
        ("Enter; Esc; Space; Tab; Backspace; Delete", r"\n\x1b \t\x08\x7f"),
        ("enter; ESC; Return; Escape", r"\n\x1b\n\x1b"),
        ("Up; Left; Down; Right", "wasd"),
        ("1; +; A; ?; -; .", "1+A?-."),
        ("'#;{}'", "#;{}"),
        ("é", r"\xe9"),
        ("wait 5; wait 1_000; wait 7ms; wait 8 ms", "<5><1000><7ms><8ms>"),
        ("wait 0; wait 0ms; w", "w"),
        ("wait poll; w; wait frame; s", "<poll>w<frame>s"),
        ("pad 0; pad 15; pad up", "[pad 0][pad 15][pad up]"),
        ("repeat 3 { w }", "www"),
        ("repeat 2 { w; repeat 2 { a; s }; d }; x", "wasasdwasasdx"),
        ("repeat 2 { repeat 2 { repeat 2 { w } } }", "wwwwwwww"),
        ("repeat 2\n\n# brace below\n{\n w\n 'ab'\n}\nx", "wabwabx"),
        ("repeat 2{w}", "ww"),
        ("repeat 0 { w }; repeat 3 { }; ''; x", "x"),
        ("repeat 1000000000 { repeat 1000000000 { }; '' }; x", "x"),
        ("w\r\na\r\n", "wa"),
        ("\u{feff}w", "w"),
    ];
    for (text, expected) in cases {
        assert_eq!(story(text), expected, "{text}");
    }
}

/// The messages for a script, one a line.
fn mistakes(text: &str) -> String {
    let errors = parse(text).expect_err(text);
    let lines: Vec<_> = errors.iter().map(ToString::to_string).collect();
    lines.join("\n") + "\n"
}

/// Scripts that are wrong; what is said about them is in `testdata/keys/mistakes.txt`.
const MISTAKES: &[&str] = &[
    "Entr",
    "repat 3 { w }",
    "asdf",
    "€",
    "'a€b'",
    "'abc\nw",
    r"'a\q'; '\x4'",
    "'end\\",
    "{ w }",
    "w { a }",
    "w\n  repeat 2 {\n a",
    "w }",
    "w a",
    "w 'a'",
    "repeat",
    "repeat w { a }",
    "repeat -1 { a }",
    "repeat 3 w",
    "repeat 3; { w }",
    "repeat 1000000001 { w }",
    "repeat 99999999999999999999999 { w }",
    "repeat 1000000000 { repeat 2 { w } }",
    "repeat 10 { repeat 1000000000 { repeat 2 { w } } }",
    "repeat 600000000 { w }; repeat 600000000 { w }",
    "wait",
    "wait; w",
    "wait 1s",
    "wait -1",
    "wait w",
    "wait 1000000000000001",
    "wait 99999999999999999999999ms",
    "wait 1 2",
    "pad",
    "pad 16",
    "pad down",
    "repeat 2 {\n  Entre\n  wait\n}\nx y\npad 99; 'open\n}",
];

#[test]
fn every_mistake_is_explained() {
    let mut said = String::new();
    for text in MISTAKES {
        let shown = text.replace('\n', "⏎");
        said += &[&shown, mistakes(text).trim_end(), ""].join("\n").replace("\nline", "\n    line");
    }
    expect_file!["../../../../testdata/keys/mistakes.txt"].assert_eq(&said);
}

#[test]
fn only_the_first_mistakes_are_reported() {
    assert_eq!(parse(&"asdf;".repeat(1000)).expect_err("unknown keys").len(), 20);
}

#[test]
fn scripts_are_bounded() {
    let nested = |depth: usize| "repeat 1 { ".repeat(depth) + "w" + &" }".repeat(depth);
    assert_eq!(story(&nested(NESTING_MAX)), "w");
    let said = mistakes(&nested(NESTING_MAX + 1));
    let place = NESTING_MAX * "repeat 1 { ".len() + 1;
    let message = format!("`repeat` can stand in `repeat` {NESTING_MAX} deep at most");
    assert_eq!(said, format!("line 1, column {place}: {message}\n"));
    assert_eq!(mistakes(&"repeat 1 {".repeat(100_000)).lines().count(), 1);
    assert!(parse(&" ".repeat(TEXT_BYTES_MAX)).is_ok());
    assert!(mistakes(&" ".repeat(TEXT_BYTES_MAX + 1)).contains("at most 1048576 bytes"));
    assert!(parse(&format!("repeat {STEPS_MAX} {{ w }}; wait {WAIT_MAX}")).is_err());
    assert!(parse(&format!("repeat {} {{ w }}; wait {WAIT_MAX}", STEPS_MAX - 1)).is_ok());
}

#[test]
fn any_text_is_understood_or_refused() {
    let parts =
        ["repeat", " 3", "{", "}", ";", "\n", "'", "\\", "w", "wait", "ms", "pad", "#", "é"];
    let mut state = 1_u32;
    for _ in 0..20_000 {
        let mut text = String::new();
        for _ in 0..12 {
            state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            text += parts[(state >> 16) as usize % parts.len()];
        }
        match parse(&text) {
            Ok(script) => {
                ScriptPlayer::new(script).next(RunProgress::default());
            }
            Err(errors) => assert!(!errors.is_empty(), "{text}"),
        }
    }
}

#[test]
fn waits_count_from_where_they_are_reached() {
    let mut player = player("wait 10; wait 5ms; wait frame; wait poll; w");
    let mut now = RunProgress { count: 100, clock_ms: 3, frames: 7, polls: 9, keys_waiting: 0 };
    assert_eq!(player.next(now), ScriptAction::WaitUntilCount(110));
    now.count = 109;
    assert_eq!(player.next(now), ScriptAction::WaitUntilCount(110));
    now = RunProgress { count: 111, clock_ms: 50, ..now };
    assert_eq!(player.next(now), ScriptAction::WaitUntilMs(55));
    now = RunProgress { clock_ms: 55, frames: 8, polls: 10, ..now };
    assert_eq!(player.next(now), ScriptAction::WaitFrame);
    assert_eq!(player.next(now), ScriptAction::WaitFrame);
    now = RunProgress { frames: 9, polls: 11, ..now };
    assert_eq!(player.next(now), ScriptAction::WaitPoll);
    now.polls = 12;
    assert_eq!(player.next(now), ScriptAction::Type(HostInput::Key(b'w')));
    assert_eq!(player.next(now), ScriptAction::Done);
    assert_eq!(player.next(now), ScriptAction::Done);
}

#[test]
fn waits_at_the_end_of_time_do_not_overflow() {
    let now = RunProgress { count: u64::MAX - 1, clock_ms: u64::MAX - 1, ..RunProgress::default() };
    assert_eq!(player("wait 1000").next(now), ScriptAction::WaitUntilCount(u64::MAX));
    assert_eq!(player("wait 1000ms").next(now), ScriptAction::WaitUntilMs(u64::MAX));
}

#[test]
fn many_keys_are_typed_no_faster_than_they_are_read() {
    let mut player = player("repeat 1000000 { w }; x");
    let mut now = RunProgress::default();
    let (mut typed, mut longest_queue) = (0_u32, 0);
    loop {
        match player.next(now) {
            ScriptAction::Type(_) => {
                typed += 1;
                now.keys_waiting += 1;
            }
            ScriptAction::WaitUntilCount(count) => {
                assert!(now.keys_waiting as u64 >= count - now.count, "the program saw a gap");
                now.keys_waiting -= (count - now.count) as usize;
                now.count = count;
            }
            ScriptAction::Done => break,
            other => panic!("{other:?}"),
        }
        longest_queue = longest_queue.max(now.keys_waiting);
    }
    assert_eq!((typed, longest_queue), (1_000_001, KEYS_AHEAD_MAX));
}

#[test]
fn inputs_that_nobody_takes_come_in_bursts() {
    let mut player = player("repeat 10000 { pad 1 }");
    let typed =
        (0..).take_while(|_| matches!(player.next(RunProgress::default()), ScriptAction::Type(_)));
    assert_eq!(typed.count(), KEYS_AHEAD_MAX);
    assert_eq!(player.next(RunProgress::default()), ScriptAction::WaitUntilCount(1024));
}

#[test]
fn waits_of_no_length_do_not_hold_up_a_run() {
    for text in ["repeat 1000000000 { wait 0 }", "repeat 500000000 { wait 0; pad 1 }"] {
        let mut player = player(text);
        let is_typed =
            |_: &usize| matches!(player.next(RunProgress::default()), ScriptAction::Type(_));
        let typed = (0..=KEYS_AHEAD_MAX).take_while(is_typed).count();
        assert!(typed <= KEYS_AHEAD_MAX, "{text}: {typed}");
        let action = player.next(RunProgress::default());
        assert!(matches!(action, ScriptAction::WaitUntilCount(_)), "{text}: {action:?}");
    }
}

#[test]
fn a_player_can_say_what_it_waits_for() {
    let described = |text: &str, now: RunProgress| {
        let mut player = player(text);
        while let ScriptAction::Type(_) = player.next(now) {}
        player.describe_wait().unwrap_or_default()
    };
    let full = RunProgress { keys_waiting: KEYS_AHEAD_MAX, ..RunProgress::default() };
    let said = [
        described("w\n\nwait poll", RunProgress::default()),
        described("repeat 2 {\nwait frame }", RunProgress::default()),
        described("wait 500", RunProgress { count: 70, ..RunProgress::default() }),
        described("wait 9ms", RunProgress::default()),
        described("w", full),
        described("w", RunProgress::default()),
    ];
    expect![[r"
        line 3 of the key script was waiting for the program to look for a key
        line 2 of the key script was waiting for the next frame
        line 1 of the key script was waiting for instruction 570
        line 1 of the key script was waiting for its time to pass
        line 1 of the key script was waiting for the program to read the keys typed before

    "]]
    .assert_eq(&(said.join("\n") + "\n"));
}
