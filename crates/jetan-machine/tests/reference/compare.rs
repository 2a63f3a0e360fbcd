//! One program on the reference and on our engine, in several ways of running it.

use std::cell::RefCell;

use jetan_isa::memory_map::MEMORY_MAPS;
use jetan_isa::{Image, Reg, Segment, SegmentKind};
use jetan_machine::code::CodeWord;
use jetan_machine::observer::WrittenRegister;
use jetan_machine::stop::{Breakpoints, ProgramExit};
use jetan_machine::{
    Behaviour, Engine, Interpreter, Machine, MachineSettings, Observer, Stop, StopConditions,
};

use crate::engines::ENGINES;

use super::generator::Case;
use super::host::NoHost;
use super::processor::{Ending, Processor};
use super::random::Random;

/// Runs a program in several ways and says what differs; gives back the reference at its end.
pub(crate) fn compare(case: &Case) -> Result<Processor, String> {
    let at_start = (processor(case), machine(case));
    let third = match case.seed % 9 {
        0 => Some(("in slices", sliced as Way)),
        3 => Some(("with breakpoints", breaking as Way)),
        6 => Some(("observed", observed as Way)),
        _ => None,
    };
    if let Some((name, way)) = third {
        way(case, at_start.clone()).map_err(|difference| format!("{name}: {difference}"))?;
    }
    stepped(case, at_start.clone()).map_err(|difference| format!("stepped: {difference}"))?;
    one_go(case, at_start).map_err(|difference| format!("in one go: {difference}"))
}

type Way = fn(&Case, Pair) -> Result<(), String>;

fn processor(case: &Case) -> Processor {
    let layout = case.layout();
    let mut processor = Processor::new(layout, case.plan);
    processor.put_code(layout.text.0, &case.code);
    processor.put_code(layout.handler, &case.handler);
    let data = (layout.static_base..).zip(case.data.iter().copied());
    processor.memory.extend(data);
    processor.memory.extend((case.more.0..).zip(case.more.1.iter().copied()));
    processor.r = case.registers;
    (processor.hi, processor.lo) = case.hilo;
    processor.f = case.floats;
    processor
}

fn machine(case: &Case) -> Machine {
    let map = MEMORY_MAPS[case.layout];
    let bytes = |words: &[u32]| words.iter().flat_map(|word| word.to_le_bytes()).collect();
    let segment = |kind, address, bytes| Segment { kind, address, bytes };
    let mut segments = vec![
        segment(SegmentKind::Text, map.text_base, bytes(&case.code)),
        segment(SegmentKind::Data, map.static_base, case.data.clone()),
        segment(SegmentKind::Data, case.more.0, case.more.1.clone()),
    ];
    if !case.handler.is_empty() {
        segments.push(segment(SegmentKind::KernelText, map.handler, bytes(&case.handler)));
    }
    let image = Image { map, segments, wide: Vec::new(), entry: map.text_base };
    let settings = MachineSettings {
        delayed_branching: case.plan.is_delayed,
        self_modifying: case.plan.is_self_modifying,
        ..MachineSettings::default()
    };
    // The reference knows no `main`.
    let jetan = Behaviour { main_cannot_return: true, ..Behaviour::JETAN };
    let behaviour = if case.plan.is_mars { Behaviour::MARS } else { jetan };
    let mut machine = Machine::new(&image, settings, behaviour).expect("a small program fits");
    for (number, &value) in (0..).zip(&case.registers) {
        machine.registers.set(Reg::at_index(number), value);
    }
    (machine.hilo.hi, machine.hilo.lo) = case.hilo;
    for (number, &bits) in (0..).zip(&case.floats) {
        machine.fpu.set_bits(number, bits);
    }
    machine
}

type Pair = (Processor, Machine);

/// Does something with the engine under test: the same one for all programs, which shows whether it
/// notices that the program is another.
fn with_engine<T>(f: impl FnOnce(&mut dyn Engine) -> T) -> T {
    thread_local! {
        static ENGINE: RefCell<Box<dyn Engine>> = RefCell::new(ENGINES[0].1());
    }
    ENGINE.with_borrow_mut(|engine| f(engine.as_mut()))
}

fn one_go(case: &Case, (mut reference, mut machine): Pair) -> Result<Processor, String> {
    let expected = reference.run(case.budget, &[], None);
    let until = StopConditions::count(case.budget);
    let stop = with_engine(|engine| engine.run(&mut machine, &mut NoHost, &until));
    agree(&reference, &expected, &machine, &stop, case)?;
    Ok(reference)
}

fn stepped(case: &Case, pair: Pair) -> Result<(), String> {
    lockstep(case, pair, |_, count| StopConditions::count(count + 1))
}

fn sliced(case: &Case, pair: Pair) -> Result<(), String> {
    let mut random = Random::new(case.seed);
    lockstep(case, pair, |_, count| StopConditions::count(count + 1 + random.below(90) as u64))
}

fn breaking(case: &Case, pair: Pair) -> Result<(), String> {
    let mut random = Random::new(case.seed);
    let layout = case.layout();
    let mut address = || match random.below(5) {
        0 => layout.handler,
        _ => layout.text.0 + 4 * random.below(case.code.len() + 1) as u32,
    };
    let breakpoints: Breakpoints = [address(), address(), address()].into_iter().collect();
    let mut random = Random::new(case.seed);
    lockstep(case, pair, |_, count| StopConditions {
        count: count + 1 + random.below(60) as u64,
        breakpoints: breakpoints.clone(),
        ..StopConditions::default()
    })
}

/// Runs both from stop to stop, which must be the same.
fn lockstep(
    case: &Case,
    (mut reference, mut machine): Pair,
    mut until: impl FnMut(&Machine, u64) -> StopConditions,
) -> Result<(), String> {
    let mut passed = None;
    loop {
        let mut until = until(&machine, machine.count);
        until.count = until.count.min(case.budget);
        until.passed = passed;
        let last = passed.map(|step| (step.count, step.pc));
        let expected = reference.run(until.count, until.breakpoints.addresses(), last);
        let stop = with_engine(|engine| engine.run(&mut machine, &mut NoHost, &until));
        let may_go_on = matches!(expected, Ending::Budget | Ending::Breakpoint);
        if !may_go_on || expected == Ending::Budget && reference.count >= case.budget {
            return agree(&reference, &expected, &machine, &stop, case);
        }
        if stop == Stop::Breakpoint {
            passed = Some(machine.point());
        }
        same_stop(&expected, &stop)
            .and_then(|()| same_registers(&reference, &machine))
            .map_err(|text| format!("after {} instructions: {text}", reference.count))?;
    }
}

#[derive(Default)]
struct Fetches(Vec<u32>);

impl Observer for Fetches {
    const ACTIVE: bool = true;

    fn fetch(&mut self, pc: u32, _word: CodeWord) {
        self.0.push(pc);
    }

    fn write(&mut self, _register: WrittenRegister, _value: u32) {}

    fn load(&mut self, _address: u32, _bytes: u32, _value: u32) {}

    fn store(&mut self, _address: u32, _bytes: u32, _value: u32) {}

    fn load_bytes(&mut self, _address: u32, _bytes: u32) {}

    fn store_bytes(&mut self, _address: u32, _bytes: &[u8]) {}

    fn has_seen_enough(&self) -> bool {
        false
    }
}

fn observed(case: &Case, (mut reference, mut machine): Pair) -> Result<(), String> {
    let expected = reference.run(case.budget, &[], None);
    let mut engine = Interpreter::observed(Fetches::default());
    let stop = engine.run(&mut machine, &mut NoHost, &StopConditions::count(case.budget));
    if expected != Ending::Unmodelled {
        same("fetches", &reference.fetched, &engine.observer.0)?;
    }
    agree(&reference, &expected, &machine, &stop, case)
}

fn agree(
    reference: &Processor,
    expected: &Ending,
    machine: &Machine,
    stop: &Stop,
    case: &Case,
) -> Result<(), String> {
    if *expected == Ending::Unmodelled {
        return Ok(());
    }
    same_stop(expected, stop)?;
    same_registers(reference, machine)?;
    same("pages written", &reference.written_pages.len(), &machine.memory.dirty_pages())?;
    // Whole pages now and then; what lies around the touched addresses always.
    let reach = if case.seed.is_multiple_of(64) { 0xfff } else { 0xf };
    for &address in &reference.touched {
        for at in address & !reach..=address | reach {
            let (expected, got) = (reference.byte(at), machine.memory.peek(at));
            if expected != got {
                return Err(format!("{at:#010x}: expected {expected:#04x}, got {got:#04x}"));
            }
        }
    }
    Ok(())
}

fn same_stop(expected: &Ending, stop: &Stop) -> Result<(), String> {
    let got = match stop {
        Stop::Exited(ProgramExit::Exit) => Ending::Exit,
        Stop::Exited(ProgramExit::DroppedOff) => Ending::DroppedOff,
        Stop::Faulted { fault, pc } => Ending::Faulted { text: fault.to_string(), pc: *pc },
        Stop::Budget => Ending::Budget,
        Stop::Breakpoint => Ending::Breakpoint,
        Stop::Exited(ProgramExit::Code(_) | ProgramExit::Returned(_))
        | Stop::Waiting(_)
        | Stop::Polled
        | Stop::Refreshed
        | Stop::Watched(_) => {
            return Err(format!("got {stop:?}"));
        }
    };
    if got == *expected { Ok(()) } else { Err(format!("expected {expected:?}, got {got:?}")) }
}

fn same_registers(reference: &Processor, machine: &Machine) -> Result<(), String> {
    same("count", &reference.count, &machine.count)?;
    let scalars = [
        ("pc", reference.next, machine.pc),
        ("HI", reference.hi, machine.hilo.hi),
        ("LO", reference.lo, machine.hilo.lo),
        ("vaddr", reference.vaddr, machine.cp0.vaddr),
        ("Status", reference.status, machine.cp0.status),
        ("Cause", reference.cause, machine.cp0.cause),
        ("EPC", reference.epc, machine.cp0.epc),
    ];
    for (name, expected, got) in scalars {
        same(name, &expected, &got)?;
    }
    let got = machine.registers.values().iter().copied();
    same_words("$", &reference.r, got)?;
    same_words("$f", &reference.f, (0..32).map(|number| machine.fpu.bits(number)))?;
    let flags = reference.flags.iter().rev().fold(0, |flags, &flag| flags << 1 | u8::from(flag));
    same("flags", &flags, &machine.fpu.flags())
}

fn same<T: PartialEq + std::fmt::Debug>(name: &str, expected: &T, got: &T) -> Result<(), String> {
    if expected == got {
        return Ok(());
    }
    Err(format!("{name}: expected {expected:x?}, got {got:x?}"))
}

fn same_words(
    name: &str,
    expected: &[u32; 32],
    got: impl Iterator<Item = u32>,
) -> Result<(), String> {
    for (number, (expected, got)) in expected.iter().zip(got).enumerate() {
        if *expected != got {
            return Err(format!("{name}{number}: expected {expected:#010x}, got {got:#010x}"));
        }
    }
    Ok(())
}
