//! The roles in the instruction table are what the instructions do: nothing but what a row names
//! as written changes, and nothing that it does not name as read matters.

mod reference {
    pub(crate) mod host;
    pub(crate) mod random;
}

use jetan_isa::{
    Image, Instruction, MemoryMap, Op, OperandSlot, Reg, RegisterRole, Segment, SegmentKind, encode,
};
use jetan_machine::code::CodeWord;
use jetan_machine::observer::WrittenRegister;
use jetan_machine::{
    Behaviour, Engine, Interpreter, Machine, MachineSettings, Observer, RelayedInterpreter,
    StopConditions,
};

use reference::host::NoHost;
use reference::random::Random;

/// What is written, as an observer is told.
#[derive(Default)]
struct Written(Vec<(WrittenRegister, u32)>);

impl Observer for Written {
    const ACTIVE: bool = true;

    fn fetch(&mut self, _pc: u32, _word: CodeWord) {}

    fn write(&mut self, register: WrittenRegister, value: u32) {
        self.0.push((register, value));
    }

    fn load(&mut self, _address: u32, _bytes: u32, _value: u32) {}

    fn store(&mut self, _address: u32, _bytes: u32, _value: u32) {}

    fn load_bytes(&mut self, _address: u32, _bytes: u32) {}

    fn store_bytes(&mut self, _address: u32, _bytes: &[u8]) {}

    fn has_seen_enough(&self) -> bool {
        false
    }
}

/// A register file as a list that can be compared and changed.
fn values(machine: &Machine) -> Vec<(WrittenRegister, u32)> {
    let cpu = (1..32)
        .map(Reg::at_index)
        .map(|reg| (WrittenRegister::Cpu(reg), machine.registers.get(reg)));
    let float = (0..32).map(|number| {
        (WrittenRegister::Float(jetan_isa::FReg::at_index(number)), machine.fpu.bits(number))
    });
    let rest = [
        (WrittenRegister::Hi, machine.hilo.hi),
        (WrittenRegister::Lo, machine.hilo.lo),
        (WrittenRegister::Flags, u32::from(machine.fpu.flags())),
        (WrittenRegister::Cp0(8), machine.cp0.vaddr),
        (WrittenRegister::Cp0(12), machine.cp0.status),
        (WrittenRegister::Cp0(13), machine.cp0.cause),
        (WrittenRegister::Cp0(14), machine.cp0.epc),
    ];
    cpu.chain(float).chain(rest).collect()
}

/// An instruction with random operands, registers even where they hold doubles.
fn instruction(op: Op, random: &mut Random) -> Instruction {
    let spec = op.spec();
    let mut operands = [0; 3];
    for (idx, operand) in operands.iter_mut().enumerate().take(spec.operand_count as usize) {
        let even = if spec.doubles >> idx & 1 == 1 { !1 } else { !0 };
        *operand = match spec.fields[idx].kind {
            OperandSlot::Reg => random.below(32) as i32,
            OperandSlot::FReg => random.below(32) as i32 & even,
            OperandSlot::Cp0 => random.pick(&[8, 12, 13, 14]),
            _ => random.below(8) as i32 * 8,
        };
        if spec.fields[idx].is_flag() {
            *operand = random.below(8) as i32;
        }
    }
    Instruction { op, operands }
}

fn machine(instruction: &Instruction, random: &mut Random) -> Machine {
    let map = MemoryMap::DEFAULT;
    let bytes = encode(instruction).to_le_bytes().to_vec();
    let segment = Segment { kind: SegmentKind::Text, address: map.text_base, bytes };
    let image = Image { map, segments: vec![segment], wide: Vec::new(), entry: map.text_base };
    let mut machine =
        Machine::new(&image, MachineSettings::default(), Behaviour::JETAN).expect("it fits");
    for number in 0..32 {
        // Addresses that can be used for everything, and small numbers.
        let value = match random.below(3) {
            0 => random.below(100) as u32,
            _ => map.static_base + 8 * random.below(64) as u32,
        };
        machine.registers.set(Reg::at_index(number), value);
        machine.fpu.set_bits(number, (random.below(1000) as f32).to_bits());
    }
    (machine.hilo.hi, machine.hilo.lo) = (random.below(1000) as u32, random.below(1000) as u32);
    machine
}

#[test]
fn observers_are_notified_of_what_changes_and_the_row_has_it() {
    for op in Op::ALL.into_iter().filter(|&op| op != Op::Syscall) {
        let mut random = Random::new(op as u64);
        let mut has_run = false;
        for _ in 0..200 {
            let instruction = instruction(op, &mut random);
            let mut machine = machine(&instruction, &mut random);
            let before = values(&machine);
            let mut relayed = RelayedInterpreter::observed(Written::default());
            relayed.run(&mut machine.clone(), &mut NoHost, &StopConditions::count(1));
            let mut engine = Interpreter::observed(Written::default());
            engine.run(&mut machine, &mut NoHost, &StopConditions::count(1));
            assert_eq!(relayed.observer.0, engine.observer.0, "{instruction:?}");
            if machine.count == 0 {
                continue;
            }
            has_run = true;
            let notified = engine.observer.0;
            for ((register, before), (_, after)) in before.into_iter().zip(values(&machine)) {
                let last = notified.iter().rev().find(|(notified, _)| *notified == register);
                match last {
                    Some((_, value)) => assert_eq!(*value, after, "{instruction:?} {register:?}"),
                    None => assert_eq!(before, after, "{instruction:?} {register:?}"),
                }
            }
            for (register, _) in notified {
                assert!(
                    has_role(&instruction, register, RegisterRole::writes),
                    "{instruction:?} {register:?}"
                );
            }
        }
        assert!(has_run || is_always_raising(op), "{op:?} was never executed");
    }
}

/// Whether a row says of a register that it is used in some way.
fn has_role(
    instruction: &Instruction,
    register: WrittenRegister,
    wanted: fn(RegisterRole) -> bool,
) -> bool {
    let spec = instruction.op.spec();
    let roles = spec.roles;
    let names = |idx: usize| {
        let number = instruction.operands[idx] as u8;
        let is_double = spec.doubles >> idx & 1 == 1;
        match (spec.fields[idx].kind, register) {
            (OperandSlot::Reg, WrittenRegister::Cpu(reg)) => reg.number() == number,
            (OperandSlot::FReg, WrittenRegister::Float(reg)) => {
                reg.number() == number || is_double && reg.number() == number + 1
            }
            (OperandSlot::Cp0, WrittenRegister::Cp0(notified)) => notified == number,
            (OperandSlot::U5, WrittenRegister::Flags) => spec.fields[idx].is_flag(),
            _ => false,
        }
    };
    let implied = match register {
        WrittenRegister::Hi => wanted(roles.hi),
        WrittenRegister::Lo => wanted(roles.lo),
        WrittenRegister::Flags => wanted(roles.flag),
        WrittenRegister::Cpu(reg) => reg == Reg::RA && wanted(roles.ra),
        WrittenRegister::Cp0(12) => wanted(roles.status),
        WrittenRegister::Cp0(_) | WrittenRegister::Float(_) => false,
    };
    implied || (0..3).any(|idx| wanted(roles.operands[idx]) && names(idx))
}

fn is_always_raising(op: Op) -> bool {
    matches!(op, Op::Break | Op::BreakCode)
}

#[test]
fn what_a_row_does_not_read_does_not_matter() {
    for op in Op::ALL.into_iter().filter(|&op| op != Op::Syscall) {
        let mut random = Random::new(op as u64);
        for _ in 0..200 {
            let instruction = instruction(op, &mut random);
            let mut first = machine(&instruction, &mut random);
            let mut second = first.clone();
            // Registers, HI and LO: the first 65 of the list.
            let (register, value) = values(&first)[random.below(65)];
            if has_role(&instruction, register, |role| role != RegisterRole::None) {
                continue;
            }
            set(&mut second, register, value ^ 8);
            let run = |machine: &mut Machine| {
                Interpreter::<()>::default().run(machine, &mut NoHost, &StopConditions::count(1))
            };
            assert_eq!(run(&mut first), run(&mut second), "{instruction:?} {register:?}");
            assert_eq!(first.pc, second.pc, "{instruction:?} {register:?}");
            set(&mut second, register, value);
            assert_eq!(values(&first), values(&second), "{instruction:?} {register:?}");
        }
    }
}

fn set(machine: &mut Machine, register: WrittenRegister, value: u32) {
    match register {
        WrittenRegister::Cpu(reg) => machine.registers.set(reg, value),
        WrittenRegister::Float(reg) => machine.fpu.set_bits(reg.number(), value),
        WrittenRegister::Hi => machine.hilo.hi = value,
        WrittenRegister::Lo => machine.hilo.lo = value,
        WrittenRegister::Flags | WrittenRegister::Cp0(_) => {}
    }
}
