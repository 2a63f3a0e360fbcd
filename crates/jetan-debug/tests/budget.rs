//! What is found out about a run takes no more work than is allowed, and says when it had to stop.

use std::sync::Arc;

use jetan_asm::{AssemblyOptions, SourceSet, assemble};
use jetan_debug::budget::{BudgetedAnswer, WORK_MAX, with_budget};
use jetan_debug::cause::{CauseLink, CauseOrigin, StorageLocation, why};
use jetan_debug::post_mortem::PostMortem;
use jetan_isa::Reg;
use jetan_machine::observer::WrittenRegister;
use jetan_machine::{Behaviour, Interpreter, MachineSettings, Stop, StopConditions};
use jetan_run::recording::RecordingError;
use jetan_run::timeline::{ReplayDiverged, WorkBudget};
use jetan_run::{KeyframePolicy, RunSetup, Timeline, YieldPoint, at_once};
use jetan_symbols::DebugSymbols;

#[path = "../../jetan-machine/tests/common/host.rs"]
#[expect(dead_code, reason = "other tests use the rest")]
mod host;

use host::Script;

/// `$s0` is set once, long ago; then the program computes, handles exceptions or asks for a
/// service, and fails.
fn program(body: &str) -> String {
    format!(
        "main: li $s0, 3\nli $t0, 0x7fffffff\nli $s1, 40000\nagain: {body}\naddi $s1, $s1, -1\n\
         bgtz $s1, again\nlw $t2, 0($s0)\n\
         .ktext 0x80000180\nmfc0 $k0, $14\nmfc0 $k1, $13\nandi $k1, $k1, 0x7c\n\
         bne $k1, 0x30, stuck\naddiu $k0, $k0, 4\nmtc0 $k0, $14\neret\nstuck: j stuck\n"
    )
}

fn timeline(source: &str) -> (Timeline<'static>, DebugSymbols, RunSetup) {
    let sources = SourceSet::single("main.asm", source);
    let (program, diagnostics) = assemble(&sources, &AssemblyOptions::default());
    let program = program.unwrap_or_else(|| panic!("{diagnostics:?}"));
    let setup = RunSetup::new(MachineSettings::default(), Behaviour::JETAN);
    let machine = setup.load(&program.image).expect("it fits");
    let engine = Box::new(Interpreter::<()>::default());
    let keeping = KeyframePolicy { bytes_max: 1 << 20, distance_min: 1 << 12 };
    let mut timeline = Timeline::new(machine, engine, keeping);
    let stop =
        timeline.run(&mut Script::default(), &StopConditions::count(600_000)).expect("a run");
    assert!(matches!(stop, Stop::Budget | Stop::Faulted { .. }), "{stop:?}");
    (timeline, DebugSymbols::new(Arc::new(program), sources), setup)
}

const S0: StorageLocation = StorageLocation::Register(WrittenRegister::Cpu(Reg::S0));

/// Asks why `$s0` holds its value at a step.
fn ask(
    timeline: &mut Timeline<'_>,
    end: u64,
) -> Result<BudgetedAnswer<Vec<CauseLink>>, ReplayDiverged> {
    let point = YieldPoint::NONE;
    at_once(with_budget(timeline, async |timeline| why(timeline, S0, end, &point).await))
}

/// A write right before each loop would be found at once; that of `$s0` is far away.
#[test]
fn a_chain_that_is_cut_says_so_and_nothing_is_spent_beyond() {
    for body in ["add $t1, $t0, $t0", "addi $t1, $t1, 1", "li $v0, 30\nsyscall"] {
        let (mut timeline, _, _) = timeline(&program(body));
        let end = timeline.end_count();
        let whole = ask(&mut timeline, end);
        let whole = whole.expect("it can be replayed");
        assert_eq!(whole.cut_after, None, "{body}");
        let links = whole.answer.expect("an answer");
        assert_eq!(links[0].origin, CauseOrigin::Constant, "{body}");
        timeline.set_allowance(WorkBudget::of(50_000));
        let cut = ask(&mut timeline, end);
        let cut = cut.expect("it can be replayed");
        let steps = cut.cut_after.expect("it was cut");
        assert!((1..=200_000).contains(&steps), "{body}: {steps}");
        let open = |links: Vec<_>| {
            links.first().is_none_or(|link: &CauseLink| link.origin == CauseOrigin::Open)
        };
        assert!(cut.answer.is_none_or(open), "{body}");
    }
}

#[test]
fn an_exception_costs_more_than_an_instruction() {
    let handled = program("add $t1, $t0, $t0");
    let plain = program("addi $t1, $t1, 1");
    let plain = plain.split(".ktext").next().expect("there is something before it");
    let steps = |source: &str| {
        let (mut timeline, _, _) = timeline(source);
        let end = timeline.end_count();
        timeline.set_allowance(WorkBudget::of(400_000));
        let cut = ask(&mut timeline, end);
        cut.expect("it can be replayed").cut_after.unwrap_or(u64::MAX)
    };
    assert!(steps(&handled) < steps(plain) / 2, "{} {}", steps(&handled), steps(plain));
}

#[test]
fn what_is_said_about_an_end_is_cut_like_everything_else() {
    let (mut timeline, names, _) = timeline(&program("add $t1, $t0, $t0"));
    let found = at_once(PostMortem::of(&mut timeline, &names, &YieldPoint::NONE));
    let found = found.expect("it can be replayed");
    assert_eq!(found.cut_after, None);
    assert!(found.inquiry.is_some());
    // The bound was for this question only.
    assert_eq!(timeline.allowance(), WorkBudget::default());
    timeline.set_allowance(WorkBudget::of(20_000));
    let found = at_once(PostMortem::of(&mut timeline, &names, &YieldPoint::NONE));
    let found = found.expect("it can be replayed");
    let steps = found.cut_after.expect("it was cut");
    let said = found.notes(&names).join("\n");
    assert!(said.contains(&format!("stopped looking after {steps} steps")), "{said}");
}

#[test]
fn a_recording_is_played_back_within_what_is_allowed() {
    let (timeline, names, setup) = timeline(&program("add $t1, $t0, $t0"));
    let play = |work| {
        let machine = setup.load(&names.program.image).expect("it fits");
        let engine = Box::new(Interpreter::<()>::default());
        let (recording, keeping) = (timeline.recording(&[]), KeyframePolicy::default());
        let allowance = WorkBudget::of(work);
        let point = &YieldPoint::NONE;
        at_once(Timeline::play_back_within(machine, engine, keeping, recording, allowance, point))
    };
    let Err(RecordingError::TooSlow(steps)) = play(100_000) else { panic!("it takes more") };
    assert!((1..=200_000).contains(&steps), "{steps}");
    assert!(play(WORK_MAX).is_ok_and(|timeline| timeline.allowance().spent().is_none()));
}
