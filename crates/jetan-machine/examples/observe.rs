//! Runs a program under different observers, to see what being observed costs.
//!
//! `observe FILE plain|breakpoints|count|shadow [COUNT]` runs the program of a file to its end, or
//! for so many instructions, and prints how many there were and what the observer has to say.
//! Counted with callgrind, this is where the ratios in `benchmarks/README.md` come from.
#![expect(
    clippy::disallowed_methods,
    reason = "a tool: reads a program and prints what came of it"
)]
#![expect(clippy::print_stdout, reason = "a tool: reads a program and prints what came of it")]

#[path = "../tests/reference/host.rs"]
mod host;

use jetan_asm::{AssemblyOptions, SourceSet, assemble};
use jetan_isa::roles::RegisterRole;
use jetan_machine::code::CodeWord;
use jetan_machine::observer::WrittenRegister;
use jetan_machine::{
    Behaviour, Breakpoints, Engine, Interpreter, Machine, MachineSettings, Observer, Stop,
    StopConditions,
};

use host::NoHost;

fn main() {
    let mut arguments = std::env::args().skip(1);
    let (Some(file), Some(way)) = (arguments.next(), arguments.next()) else {
        println!("usage: observe FILE plain|breakpoints|count|shadow [COUNT]");
        return;
    };
    let most = arguments.next().and_then(|count| count.parse().ok()).unwrap_or(u64::MAX);
    let Some(machine) = load(&file) else {
        println!("{file}: cannot be assembled");
        return;
    };
    match way.as_str() {
        "plain" => {
            report(&run(&mut Interpreter::<()>::default(), machine, Breakpoints::default(), most));
        }
        "breakpoints" => {
            let breakpoints = cold_places(&machine);
            report(&run(&mut Interpreter::<()>::default(), machine, breakpoints, most));
        }
        "count" => {
            let mut engine = Interpreter::observed(Count(0));
            report(&run(&mut engine, machine, Breakpoints::default(), most));
            println!("{} counted", engine.observer.0);
        }
        "shadow" => {
            let mut engine = Interpreter::observed(Shadow::default());
            report(&run(&mut engine, machine, Breakpoints::default(), most));
            println!("{} uses of what was never written", engine.observer.uses);
        }
        _ => println!("{way}: no such observer"),
    }
}

fn load(file: &str) -> Option<Machine> {
    let text = std::fs::read_to_string(file).ok()?;
    let sources = SourceSet::single(file, &text);
    let (program, _) = assemble(&sources, &AssemblyOptions::default());
    Machine::new(&program?.image, MachineSettings::default(), Behaviour::JETAN).ok()
}

/// Ten addresses, or as many as there are, at which a program does not come by in its beginning.
fn cold_places(machine: &Machine) -> Breakpoints {
    let mut probe = machine.clone();
    let text = machine.text();
    let places = Places { base: text.base(), is_executed: vec![false; text.len() + 1] };
    let mut engine = Interpreter::observed(places);
    engine.run(&mut probe, &mut NoHost, &StopConditions::count(200_000));
    let addresses = (text.base()..).step_by(4).zip(engine.observer.is_executed);
    addresses.filter(|(_, is_executed)| !is_executed).map(|(pc, _)| pc).take(10).collect()
}

/// Runs to the end, in slices as a front end does.
fn run(
    engine: &mut dyn Engine,
    mut machine: Machine,
    breakpoints: Breakpoints,
    most: u64,
) -> Machine {
    let mut until = StopConditions { breakpoints, ..StopConditions::default() };
    loop {
        until.count = machine.count.saturating_add(5_000_000).min(most);
        match engine.run(&mut machine, &mut NoHost, &until) {
            Stop::Budget if machine.count < most => {}
            Stop::Breakpoint => until.pass(&machine),
            _ => return machine,
        }
    }
}

fn report(machine: &Machine) {
    println!("{} instructions", machine.count);
}

/// Counts instructions.
struct Count(u64);

impl Observer for Count {
    const ACTIVE: bool = true;

    fn fetch(&mut self, _pc: u32, _word: CodeWord) {
        self.0 += 1;
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

/// Remembers which instructions are executed.
struct Places {
    base: u32,
    is_executed: Vec<bool>,
}

impl Observer for Places {
    const ACTIVE: bool = true;

    fn fetch(&mut self, pc: u32, _word: CodeWord) {
        if let Some(place) = self.is_executed.get_mut((pc.wrapping_sub(self.base) / 4) as usize) {
            *place = true;
        }
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

/// Keeps a bit for every CPU register and every byte of memory: whether the program has ever
/// written it. Loads carry the bit along, so that copying an unwritten word is not a use of it.
struct Shadow {
    registers: u64,
    /// One bit for each byte, by pages of 4 KiB that exist once something in them was written.
    pages: Vec<Option<Box<[u8; 512]>>>,
    /// Whether what the instruction at hand leaves behind is known.
    is_known: bool,
    uses: u64,
}

impl Default for Shadow {
    fn default() -> Shadow {
        let pages = vec![None; 1 << 20];
        // `$zero`, `$gp` and `$sp` have values from the start.
        Shadow { registers: 1 | 1 << 28 | 1 << 29 | 1 << 32, pages, is_known: true, uses: 0 }
    }
}

impl Shadow {
    fn mark(&mut self, address: u32, bytes: u32) {
        let page = self.pages[(address >> 12) as usize].get_or_insert_with(|| Box::new([0; 512]));
        let bits = ((1_u32 << bytes) - 1) << (address & 7);
        page[(address as usize & 0xfff) / 8] |= bits as u8;
    }
}

impl Observer for Shadow {
    const ACTIVE: bool = true;

    #[inline(always)]
    fn fetch(&mut self, _pc: u32, word: CodeWord) {
        self.is_known = true;
        if let CodeWord::Instruction(instruction) = word {
            let roles = instruction.op.roles().operands;
            let operands = [instruction.a, instruction.b, instruction.c];
            for (role, reg) in roles.into_iter().zip(operands) {
                if role == RegisterRole::Read {
                    self.is_known &= self.registers >> (reg as u8) & 1 == 1;
                }
            }
            self.uses += u64::from(!self.is_known);
        }
    }

    #[inline(always)]
    fn write(&mut self, register: WrittenRegister, _value: u32) {
        if let WrittenRegister::Cpu(reg) = register {
            let bit = 1 << reg.number();
            self.registers =
                if self.is_known { self.registers | bit } else { self.registers & !bit };
        }
    }

    #[inline(always)]
    fn load(&mut self, address: u32, bytes: u32, _value: u32) {
        let bits = ((1_u32 << bytes) - 1) << (address & 7);
        let known = self.pages[(address >> 12) as usize]
            .as_ref()
            .map_or(0, |page| page[(address as usize & 0xfff) / 8]);
        self.is_known &= u32::from(known) & bits == bits;
    }

    #[inline(always)]
    fn store(&mut self, address: u32, bytes: u32, _value: u32) {
        self.mark(address, bytes);
    }

    fn load_bytes(&mut self, _address: u32, _bytes: u32) {}

    fn store_bytes(&mut self, address: u32, bytes: &[u8]) {
        for at in (address..).take(bytes.len()) {
            self.mark(at, 1);
        }
    }

    fn has_seen_enough(&self) -> bool {
        false
    }
}
