//! What is found out about a run besides where it is: causes, loops, notes, checks, profiles.

use serde_json::{Value, json};

use crate::carrier::Tab;

/// The text of the named field of every item.
fn each(list: &Value, field: &str) -> Vec<String> {
    let list = list.as_array().map_or(&[][..], Vec::as_slice);
    list.iter().map(|item| item[field].as_str().unwrap_or_default().to_owned()).collect()
}

#[test]
fn a_fault_says_what_to_do_and_where_its_value_came_from() {
    let mut tab = Tab::with(
        "main: li $t0, 6\n la $t1, x\n add $t1, $t1, $t0\n lw $t2, 0($t1)\n\
        .data\nx: .word 1, 2, 3\n",
    );
    tab.done(json!({"do": "run"}));
    let state = tab.last("state");
    let fault = &state["fault"];
    assert_eq!((&state["kind"], &fault["code"]), (&json!("faulted"), &json!("R0101")));
    assert_eq!(fault["place"], json!({"path": "a.asm", "line": 3}));
    assert!(fault["message"].as_str().is_some_and(|text| text.contains("misaligned read")));
    assert!(fault["help"].as_array().is_some_and(|help| !help.is_empty()));
    let found = tab.done(json!({"do": "explain"}));
    assert_eq!(found["cause"]["line"], 2, "{found}");
    assert!(found["cause"]["text"].as_str().is_some_and(|text| text.contains("`$t1` becomes")));
    assert_eq!(found["fault"]["code"], "R0101");
    assert_eq!(found["links"][0]["place"], "$t1");
    // From anywhere in the past the end is what is explained.
    tab.done(json!({"do": "goto", "to": 1}));
    assert_eq!(tab.done(json!({"do": "explain"}))["cause"]["line"], 2);
}

#[test]
fn a_jump_into_nowhere_is_shown_where_it_began() {
    let mut tab = Tab::with(
        "main: jal f\n li $v0, 10\n syscall\n\
        f: li $ra, 4\n jr $ra\n",
    );
    tab.done(json!({"do": "run"}));
    let found = tab.done(json!({"do": "explain"}));
    assert_eq!(found["jump"]["line"], 4, "{found}");
    assert_eq!(found["cause"]["line"], 3);
}

#[test]
fn a_paused_loop_is_reported() {
    let mut tab = Tab::with("main: li $t0, 5\nloop: addi $t1, $t1, 1\n bnez $t0, loop\n");
    tab.send(&json!({"do": "run"}).to_string());
    for _ in 0..4 {
        tab.advance();
    }
    tab.done(json!({"do": "pause"}));
    let found = tab.done(json!({"do": "explain"}));
    assert_eq!(found["endless"]["line"], 2, "{found}");
    assert!(found["endless"]["text"].as_str().is_some_and(|text| text.contains("`$t0` stays 5")));
    let mut tab = Tab::with("main: li $v0, 10\n syscall\n");
    tab.done(json!({"do": "run"}));
    assert_eq!(tab.refused(json!({"do": "explain"})), "not-now");
}

#[test]
fn notes_come_at_their_lines_and_go_when_the_past_is_changed() {
    let source = "main: li $t0, 1\n div $t0, $zero\n li $t1, 7\n mtc1 $t1, $f2\n \
        add.s $f0, $f2, $f2\nf: jr $ra\n";
    for steps in [false, true] {
        let mut tab = Tab::with(&format!("{source} jal f\n"));
        if steps {
            tab.done(json!({"do": "step", "times": 6}));
        } else {
            tab.done(json!({"do": "run"}));
        }
        let notes = tab.last("notes");
        let codes = each(&notes["items"], "code");
        assert!(codes.contains(&"division-by-zero".to_owned()), "{notes}");
        assert!(codes.contains(&"not-converted".to_owned()), "{notes}");
        assert_eq!(notes["items"][0]["place"], json!({"path": "a.asm", "line": 1}));
        tab.done(json!({"do": "goto", "to": 1}));
        tab.done(json!({"do": "set", "place": "$t0", "value": 2}));
        assert_eq!(tab.last("notes")["items"], json!([]));
    }
}

const CARELESS: &str = "main: li $s0, 1\nloop: move $a0, $s0\n jal twice\n \
    addi $s0, $s0, 1\n ble $s0, 3, loop\n li $v0, 10\n syscall\n\
    twice: li $s0, 5\n add $v0, $s0, $a0\n jr $ra\n";

#[test]
fn checks_find_what_a_run_does_not_notice() {
    let mut tab = Tab::with_options(CARELESS, &json!({"check": true}));
    tab.done(json!({"do": "run"}));
    let found = tab.last("findings");
    assert_eq!(each(&found["items"], "code"), ["saved-register"]);
    assert_eq!(found["isWhole"], true);
    let first = &found["items"][0]["places"][0];
    assert_eq!((&first["path"], &first["line"]), (&json!("a.asm"), &json!(7)));
    // A register that is set by hand before the call makes another run of it.
    tab.done(json!({"do": "goto", "to": 1}));
    tab.done(json!({"do": "set", "place": "$s0", "value": 3}));
    assert_eq!(tab.last("findings")["items"], json!([]));
    tab.done(json!({"do": "run"}));
    assert_eq!(each(&tab.last("findings")["items"], "code"), ["saved-register"]);
    let mut tab = Tab::with(CARELESS);
    tab.done(json!({"do": "run"}));
    assert!(tab.came.iter().all(|came| came["event"] != "findings"));
}

#[test]
fn checks_see_the_instruction_that_fails_too() {
    let mut tab = Tab::with_options("main: lw $t0, 0($t1)\n", &json!({"check": true}));
    tab.done(json!({"do": "run"}));
    assert_eq!(each(&tab.last("findings")["items"], "code"), ["uninitialised-register"]);
}

#[test]
fn findings_come_while_a_program_runs_on() {
    let endless = CARELESS.replace(" li $v0, 10\n syscall\n", "here: j here\n");
    let mut tab = Tab::with_options(&endless, &json!({"check": true}));
    tab.send(&json!({"do": "run"}).to_string());
    for _ in 0..8 {
        tab.advance();
    }
    assert_eq!(each(&tab.last("findings")["items"], "code"), ["saved-register"]);
}

#[test]
fn a_profile_counts_the_whole_run_by_line_procedure_and_chain() {
    let mut tab = Tab::with(
        "main: li $s0, 0\nloop: jal f\n addi $s0, $s0, 1\n blt $s0, 50000, loop\n \
        li $v0, 10\n syscall\nf: nop\n jr $ra\n",
    );
    tab.done(json!({"do": "run"}));
    tab.done(json!({"do": "profile"}));
    let profile = tab.done(json!({"do": "profile"}));
    assert_eq!((&profile["isWhole"], &profile["total"]), (&json!(true), &tab.last("state")["end"]));
    let f = &profile["procedures"][1];
    assert_eq!(
        (&f["name"], &f["calls"], &f["own"]),
        (&json!("f"), &json!(50_000), &json!(100_000))
    );
    assert_eq!((&f["path"], &f["line"]), (&json!("a.asm"), &json!(6)));
    assert_eq!(profile["names"], json!(["main", "f"]));
    assert_eq!(profile["chains"][1], json!({"chain": [0, 1], "own": 100_000}));
}

/// Each exception takes as long as hundreds of instructions, also when the run is looked at.
#[test]
fn what_takes_too_much_work_is_cut_and_says_so() {
    let mut tab = Tab::with(
        "main: li $s0, 3\n li $t0, 0x7fffffff\nagain: add $t1, $t0, $t0\n j again\n\
        .ktext 0x80000180\n mfc0 $k0, $14\n addiu $k0, $k0, 4\n mtc0 $k0, $14\n eret\n",
    );
    tab.done(json!({"do": "goto", "to": 9_000_000}));
    let found = tab.done(json!({"do": "explain"}));
    let help = found["help"].as_array().map_or(&[][..], Vec::as_slice);
    let is_said = |text: &Value| text.as_str().is_some_and(|it| it.starts_with("stopped looking"));
    assert!(help.iter().any(is_said), "{found}");
    let links = tab.done(json!({"do": "why", "place": "$s0"}));
    assert_eq!(links["isCut"], true, "{links}");
}
