//! Steps over calls and out of procedures, forwards and backwards, by the debugger's commands.
#![expect(clippy::disallowed_methods, reason = "reads the programs")]

#[expect(dead_code, reason = "other tests need more of it")]
#[path = "story/steps.rs"]
mod steps;
#[path = "../../jetan-tui/tests/debugger/world.rs"]
mod world;

use std::sync::Arc;

use jetan_asm::{AssemblyOptions, SourceSet, assemble};
use jetan_debug::command::execute;
use jetan_debug::{Arrival, Debugger, StepKind, StepPlan};
use jetan_machine::{Behaviour, Interpreter, Machine, MachineSettings};
use jetan_run::{KeyframePolicy, SlicedJob, Timeline, YieldPoint, at_once};
use jetan_symbols::DebugSymbols;

use steps::{Case, Verdict, cases};
use world::World;

fn debugger(case: &Case) -> Debugger<'static> {
    let sources = SourceSet::single("main.asm", &case.source);
    let options =
        AssemblyOptions { delayed_branching: case.is_delayed, ..AssemblyOptions::default() };
    let (program, diagnostics) = assemble(&sources, &options);
    let program = program.unwrap_or_else(|| panic!("{}: {diagnostics:?}", case.name));
    let settings =
        MachineSettings { delayed_branching: case.is_delayed, ..MachineSettings::default() };
    let mut machine = Machine::new(&program.image, settings, Behaviour::JETAN).expect("it fits");
    machine.connect_terminal().expect("it has room");
    // Snapshots everywhere; the long program would take for ever with them.
    let distance_min = if case.name == "long" { 1 << 20 } else { 4 };
    let keeping = KeyframePolicy { distance_min, ..KeyframePolicy::default() };
    let timeline = Timeline::new(machine, Box::new(Interpreter::<()>::default()), keeping);
    Debugger::new(timeline, DebugSymbols::new(Arc::new(program), sources))
}

/// Where a debugger has come to, in the words of the programs.
fn stop(debugger: &Debugger<'_>, arrival: &Arrival) -> String {
    let machine = debugger.machine();
    let label = debugger.names.label(machine.pc).unwrap_or_default();
    match arrival {
        Arrival::There => label,
        Arrival::Breakpoint(_) => format!("breakpoint {label}"),
        Arrival::Waiting(_) => format!("waiting {label}"),
        Arrival::Ended(_) => "ended".to_owned(),
        Arrival::Beginning => format!("beginning {label}"),
        Arrival::NotInCall => format!("outside {label}"),
        arrival => panic!("{arrival:?}"),
    }
}

#[test]
fn commands_lead_where_the_programs_say() {
    let mut verdict = Verdict::default();
    for case in cases() {
        let mut debugger = debugger(&case);
        let mut world = World::default();
        let mut stops = Vec::new();
        for one in &case.moves {
            let reply =
                at_once(execute(&mut debugger, &mut world, &one.command, &YieldPoint::NONE));
            assert!(!reply.is_refusal, "{}: {}: {:?}", case.name, one.command, reply.lines);
            let arrival = reply.arrival.map(|arrival| stop(&debugger, &arrival));
            stops.push(arrival.unwrap_or_default());
        }
        verdict.take(&case, &stops);
    }
    verdict.judge("command");
}

/// A step that a word of the programs stands for.
fn step(name: &str) -> Option<StepKind> {
    Some(match name {
        "step" => StepKind::Statement,
        "next" => StepKind::Over,
        "finish" => StepKind::Out,
        "reverse-step" => StepKind::Back,
        "reverse-next" => StepKind::BackOver,
        "reverse-finish" => StepKind::BackOut,
        _ => return None,
    })
}

/// A plan that is given up at every second question goes on where it was.
#[test]
fn interrupted_steps_lead_to_the_same_places() {
    let mut interruptions = 0_u64;
    let mut verdict = Verdict::default();
    for case in cases() {
        let mut debugger = debugger(&case);
        let mut world = World::default();
        let mut stops = Vec::new();
        for one in &case.moves {
            let (name, times) = one.command.split_once(' ').unwrap_or((&one.command, "1"));
            let Some(step) = step(name) else {
                let reply =
                    at_once(execute(&mut debugger, &mut world, &one.command, &YieldPoint::NONE));
                stops.push(reply.arrival.map(|come| stop(&debugger, &come)).unwrap_or_default());
                continue;
            };
            let mut plan = StepPlan::new(step, times.parse().expect("a number"));
            let arrival = loop {
                let mut is_patient = true;
                let advance =
                    async |point: YieldPoint| debugger.advance(&mut plan, &mut world, &point).await;
                let goes_on = &mut |_| std::mem::replace(&mut is_patient, false);
                let arrival = SlicedJob::new(advance).finish(goes_on);
                match arrival.expect("runs repeat themselves") {
                    Arrival::GaveUp => interruptions += 1,
                    arrival => break arrival,
                }
            };
            stops.push(stop(&debugger, &arrival));
        }
        verdict.take(&case, &stops);
    }
    verdict.judge("slices");
    assert!(interruptions > 100, "{interruptions} interruptions try nothing");
}
