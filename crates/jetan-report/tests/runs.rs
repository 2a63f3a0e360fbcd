//! What is said about runs: how they ended, what was seen, line by line.

use std::sync::Arc;

use jetan_asm::{AssemblyOptions, SourceSet, assemble};
use jetan_debug::post_mortem::PostMortem;
use jetan_debug::trace::{TraceChange, TraceStep};
use jetan_isa::Reg;
use jetan_machine::observer::WrittenRegister;
use jetan_machine::{Behaviour, Fault, Machine, MachineSettings};
use jetan_report::fold::LineFold;
use jetan_report::instrumentation::InstrumentationReport;
use jetan_report::runtime::RunReport;
use jetan_report::view::FinalView;
use jetan_report::{human, mars, range, trace};
use jetan_run::{RunEnd, RunLimit, RunSetup};
use jetan_symbols::DebugSymbols;
use serde_json::Value;

const PROGRAM: &str = "\
        .data
value:  .word 7, -1
        .text
main:   la $t0, value
        lw $t1, 2($t0)      # not aligned
        j main
";

/// The address of the load: `la` has two words.
const LOAD: u32 = 0x0040_0008;

fn loaded() -> (DebugSymbols, Machine) {
    let sources = SourceSet::single("main.asm", PROGRAM);
    let program = assemble(&sources, &AssemblyOptions::default()).0.expect("the source is right");
    let setup = RunSetup::new(MachineSettings::default(), Behaviour::JETAN);
    let machine = setup.load(&program.image).expect("it fits");
    (DebugSymbols::new(Arc::new(program), sources), machine)
}

fn report(ending: &RunEnd, limits: &str) -> (String, String) {
    let (names, mut machine) = loaded();
    machine.pc = LOAD;
    machine.registers.set(Reg::T0, 0x1001_0000);
    let (aftermath, seen) = (PostMortem::default(), InstrumentationReport::default());
    let report = RunReport {
        ending,
        machine: &machine,
        names: &names,
        aftermath: &aftermath,
        limits: limits.to_owned(),
        seen: &seen,
    };
    (report.text(false, LineFold::NONE), report.json())
}

#[test]
fn a_fault_has_its_line_its_help_and_its_code() {
    let fault = Fault::UnalignedLoad { address: 0x1001_0002, bytes: 4 };
    let (text, json) = report(&RunEnd::Faulted { fault, pc: LOAD }, "");
    let lines: Vec<&str> = text.lines().collect();
    let title = "error[R0101]: misaligned read: the address of a word must be a multiple of 4";
    assert_eq!(lines[..2], [title, " --> main.asm:5:9"], "{text}");
    let mark = "  |         ^^^^^^^^^^^^^^ 0x10010002 is not a multiple of 4";
    assert!(lines.contains(&mark), "{text}");
    assert!(lines.contains(&"  = note: $t0 = 0x10010000 (the label `value`)"), "{text}");
    assert_eq!(lines.last(), Some(&"  = note: more about this: jetan explain R0101"));
    let value: Value = serde_json::from_str(&json).expect("JSON");
    assert_eq!((&value["ending"], &value["exitCode"]), (&"fault".into(), &2.into()));
    let fault = &value["fault"];
    assert_eq!((&fault["code"], &fault["pc"]), (&"R0101".into(), &LOAD.into()));
    assert_eq!((&fault["file"], &fault["line"]), (&"main.asm".into(), &5.into()));
}

#[test]
fn a_limit_is_said_in_the_words_of_its_flag() {
    let limits = "it executed 5 instructions (--max-steps)";
    let (text, json) = report(&RunEnd::Limit(RunLimit::Instructions), limits);
    assert!(text.starts_with(&format!("error: the program was stopped: {limits}\n")), "{text}");
    assert!(text.contains("^^^^^^^^^^^^^^ stopped before this instruction\n"), "{text}");
    let value: Value = serde_json::from_str(&json).expect("JSON");
    assert_eq!((&value["limit"], &value["exitCode"]), (&"steps".into(), &3.into()));
}

#[test]
fn a_program_that_ends_by_itself_is_not_commented_on() {
    for ending in [RunEnd::Exited(Some(3)), RunEnd::OutputClosed, RunEnd::OutputLost("full".into())]
    {
        assert_eq!(report(&ending, "").0, "", "{ending:?}");
    }
    let (text, json) = report(&RunEnd::DroppedOff(0), "");
    assert!(text.starts_with("note: the program ran past its last instruction\n"), "{text}");
    assert!(json.contains("\"ending\":\"exited\",\"exitCode\":0"), "{json}");
    let (_, json) = report(&RunEnd::Exited(Some(259)), "");
    assert!(json.contains("\"exitCode\":3,"), "systems keep eight bits: {json}");
}

#[test]
fn registers_and_memory_are_shown_with_labels_and_characters() {
    let (names, mut machine) = loaded();
    machine.registers.set(Reg::T0, 0x1001_0000);
    let memory = ["value".to_owned()];
    let view = FinalView::new(Some("$t0,t1,pc"), &memory, &names).expect("all of it is known");
    let text = view.text(&machine, &names);
    let expected = [
        "$t0   0x10010000  <value>",
        "$t1   0x00000000  0",
        "pc    0x00400000  <main>",
        "0x10010000  00000007 ffffffff 00000000 00000000  ................  value",
    ];
    assert_eq!(text.lines().take(4).collect::<Vec<_>>(), expected);
}

#[test]
fn what_cannot_be_shown_names_its_flag() {
    let (names, _) = loaded();
    let refusal = |registers: Option<&str>, memory: &str| {
        let memory: Vec<String> = Some(memory.to_owned()).into_iter().collect();
        FinalView::new(registers, &memory, &names).map(|_| ()).expect_err(&memory[0])
    };
    for (registers, memory, expected) in [
        (Some("$t77"), "value", "--registers: there is no register `$t77`"),
        (None, "nowhere", "--show-memory: there is no label `nowhere`"),
        (None, "value:0", "--show-memory: `value:0` has no bytes"),
        (None, "value:70000", "--show-memory: `value:70000` is more than 65536 bytes"),
        (None, "0x20-0x10", "--show-memory: `0x20-0x10` ends before it begins"),
        (None, "0xffffffff+2", "--show-memory: `0xffffffff+2` is beyond the end of memory"),
    ] {
        let refusal = refusal(registers, memory);
        assert!(refusal.starts_with(expected), "{refusal}");
    }
    assert_eq!(range::of_code("main", &names), Ok((0x0040_0000, 0x0040_0010)));
    assert_eq!(range::of_code("0x400000-0x400004", &names), Ok((0x0040_0000, 0x0040_0008)));
    let backwards = range::of_code("0x400004-0x400000", &names);
    assert_eq!(backwards, Err("--trace-only: `0x400004-0x400000` ends before it begins".into()));
}

#[test]
fn a_step_says_where_it_is_and_what_it_changed() {
    let (names, machine) = loaded();
    let changes = vec![
        TraceChange::Register(WrittenRegister::Cpu(Reg::T1), u32::MAX),
        TraceChange::Memory(0x1001_0004, 4, 7),
        TraceChange::Stored(0x1001_0000, 3),
    ];
    let step = TraceStep { count: 12, pc: LOAD, changes };
    let text = trace::text(&step, &machine, &names);
    assert!(text.starts_with("      12  main.asm:5        lw $t1, 2($t0)  "), "{text}");
    assert!(text.contains("  $t1 = -1 (0xffffffff), "), "{text}");
    assert!(text.contains(" = 7 (0x7), ") && text.ends_with(" stored"), "{text}");
    let json: Value = serde_json::from_str(&trace::json(&step, &machine, &names)).expect("JSON");
    assert_eq!((&json["count"], &json["line"]), (&12.into(), &5.into()));
    assert_eq!(json["instruction"], "lw $t1, 2($t0)");
    assert_eq!(json["changes"][0], serde_json::json!({ "place": "$t1", "value": u32::MAX }));
    assert_eq!(json["changes"][2]["value"], Value::Null);
    let nowhere = TraceStep { count: 0, pc: 0x0050_0000, changes: Vec::new() };
    let text = trace::text(&nowhere, &machine, &names);
    assert!(text.starts_with("       0  0x00500000"), "{text}");
}

#[test]
fn messages_are_folded_between_words_and_those_of_mars_are_not() {
    let sources = SourceSet::single("a.asm", "main: add $t0, $t1\n      lw $t0, nothing\n");
    let (_, diagnostics) = assemble(&sources, &AssemblyOptions::default());
    let wide = human::report(&diagnostics, &sources, false, LineFold::NONE);
    let narrow = human::report(&diagnostics, &sources, false, LineFold::to(Some(50)));
    assert!(narrow.lines().count() > wide.lines().count(), "{narrow}");
    let words = |text: &str| text.split_whitespace().map(str::to_owned).collect::<Vec<_>>();
    let without_frames = |text: &str| words(&text.replace(['|', '='], " "));
    assert_eq!(without_frames(&narrow), without_frames(&wide));
    let absolute = |name: &str| format!("/folder/{name}");
    let report = mars::report(&diagnostics, &sources, &absolute);
    assert!(
        report.lines().all(|line| line.starts_with("Error in /folder/a.asm line ")),
        "{report}"
    );
}
