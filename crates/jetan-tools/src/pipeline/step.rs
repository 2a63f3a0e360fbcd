//! An executed instruction as the pipeline sees it.

use jetan_isa::{FReg, Instruction, MemoryUse, Op, OperandSlot, Reg, RegisterRole, disasm};
use jetan_machine::code::DecodedInstruction;

/// A set of registers: 32 of the CPU, 32 for floats, HI, LO, the condition flags, and all of
/// coprocessor 0 as one.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct RegisterSet {
    bits: u128,
}

impl RegisterSet {
    /// The number of registers that are distinguished.
    pub const COUNT: usize = 68;
    /// The number of HI.
    pub const HI: u8 = 64;
    /// The number of LO.
    pub const LO: u8 = 65;
    /// The number of the condition flags.
    pub const FLAGS: u8 = 66;
    /// The number of coprocessor 0.
    pub const CP0: u8 = 67;

    /// Adds a register; `$zero` is never in a set, because nobody waits for it.
    pub fn insert(&mut self, register: u8) {
        if register != 0 && usize::from(register) < RegisterSet::COUNT {
            self.bits |= 1 << register;
        }
    }

    /// Whether a register is in the set.
    #[inline]
    pub const fn contains(self, register: u8) -> bool {
        self.bits >> register & 1 == 1
    }

    /// Whether some register is in both sets.
    #[inline]
    pub const fn overlaps(self, other: RegisterSet) -> bool {
        self.bits & other.bits != 0
    }

    /// The registers of both sets.
    #[inline]
    #[must_use]
    pub const fn union(self, other: RegisterSet) -> RegisterSet {
        RegisterSet { bits: self.bits | other.bits }
    }

    /// The registers that are not in another set.
    #[inline]
    #[must_use]
    pub const fn without(self, other: RegisterSet) -> RegisterSet {
        RegisterSet { bits: self.bits & !other.bits }
    }

    /// The registers in ascending order.
    pub fn iter(self) -> impl Iterator<Item = u8> {
        let mut bits = self.bits;
        std::iter::from_fn(move || {
            let next = (bits != 0).then(|| bits.trailing_zeros() as u8);
            bits &= bits.wrapping_sub(1);
            next
        })
    }

    /// The name of a register.
    pub fn name(register: u8) -> String {
        match register {
            0..32 => Reg::at_index(register).name().to_owned(),
            32..64 => FReg::at_index(register - 32).name().to_owned(),
            RegisterSet::HI => "HI".to_owned(),
            RegisterSet::LO => "LO".to_owned(),
            RegisterSet::FLAGS => "flags".to_owned(),
            _ => "coprocessor 0".to_owned(),
        }
    }
}

/// The part of the pipeline that a result comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ResultUnit {
    /// Ready after EX.
    Alu,
    /// Ready after MEM.
    Load,
    /// Ready when a product is.
    Multiply,
    /// Ready when a quotient is.
    Divide,
}

impl ResultUnit {
    /// All units, in the order of their numbers.
    pub const ALL: [ResultUnit; 4] =
        [ResultUnit::Alu, ResultUnit::Load, ResultUnit::Multiply, ResultUnit::Divide];

    /// Whether its results may take longer than the stages of the pipeline.
    #[inline]
    pub const fn is_slow(self) -> bool {
        matches!(self, ResultUnit::Multiply | ResultUnit::Divide)
    }
}

/// The way an instruction goes on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum StepKind {
    /// With the next one.
    Plain,
    /// Perhaps with its target.
    Branch,
    /// With a fixed target.
    Jump,
    /// With a fixed target, and somebody returns.
    Call,
    /// With an address in a register.
    JumpRegister,
}

impl StepKind {
    /// Whether it can have a delay slot.
    pub const fn may_turn(self) -> bool {
        !matches!(self, StepKind::Plain)
    }
}

/// An executed instruction.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct PipelineStep {
    /// The address.
    pub pc: u32,
    /// The registers it reads.
    pub reads: RegisterSet,
    /// Those of them that it only stores, and so needs last.
    pub stored: RegisterSet,
    /// The registers it writes.
    pub writes: RegisterSet,
    /// The origin of what it writes.
    pub unit: ResultUnit,
    /// The way it goes on.
    pub kind: StepKind,
    /// Whether it leaves a return address behind.
    pub is_call: bool,
    /// Whether it does nothing.
    pub is_nop: bool,
    /// Whether it went on with its target.
    pub is_taken: bool,
    /// The address it goes on with if it is taken.
    pub target: u32,
}

impl PipelineStep {
    /// An instruction before its outcome is known: not taken.
    pub fn new(pc: u32, instruction: &Instruction) -> PipelineStep {
        let op = instruction.op;
        let roles = op.roles();
        let mut step = PipelineStep {
            pc,
            reads: RegisterSet::default(),
            stored: RegisterSet::default(),
            writes: RegisterSet::default(),
            unit: unit(op, roles.memory),
            kind: kind(op),
            is_call: matches!(op, Op::Jal | Op::Jalr | Op::JalrRa | Op::Bltzal | Op::Bgezal),
            is_nop: op == Op::Nop,
            is_taken: op.is_jump(),
            target: disasm::target(instruction, pc).unwrap_or(0),
        };
        step.add_operands(instruction);
        // The condition of a call decides whether `$ra` changes, but its old value is not needed;
        // nor is that of HI and LO by a division, which leaves them only when it divides by zero.
        step.add(31, if roles.ra == RegisterRole::Merge { RegisterRole::Write } else { roles.ra });
        let product = |role| if op == Op::Mul { RegisterRole::None } else { plain(role) };
        // MIPS32 says that `mul` leaves HI and LO unpredictable: nobody may wait for them.
        step.add(RegisterSet::HI, product(roles.hi));
        step.add(RegisterSet::LO, product(roles.lo));
        step.add(RegisterSet::FLAGS, roles.flag);
        step.add(RegisterSet::CP0, roles.epc);
        step.add(RegisterSet::CP0, roles.status);
        step
    }

    fn add_operands(&mut self, instruction: &Instruction) {
        let is_store = matches!(instruction.op.roles().memory, MemoryUse::Store(_));
        for (idx, register, role) in operand_registers(instruction) {
            self.add(register, role);
            if is_store && idx == 0 && role.reads() {
                self.stored.insert(register);
            }
        }
    }

    fn add(&mut self, register: u8, role: RegisterRole) {
        if role.reads() {
            self.reads.insert(register);
        }
        if role.writes() {
            self.writes.insert(register);
        }
    }
}

/// The registers that operands name, with the index of the operand; a double is two.
fn operand_registers(instruction: &Instruction) -> impl Iterator<Item = (usize, u8, RegisterRole)> {
    let (spec, operands) = (instruction.op.spec(), instruction.operands);
    (0..spec.operand_count as usize).flat_map(move |idx| {
        let (field, role) = (spec.fields[idx], spec.roles.operands[idx]);
        let number = operands[idx] as u8 & 31;
        let register = match field.kind {
            OperandSlot::Reg => Some(number),
            OperandSlot::FReg => Some(32 + number),
            OperandSlot::Cp0 => Some(RegisterSet::CP0),
            _ if field.is_flag() => Some(RegisterSet::FLAGS),
            _ => None,
        };
        let is_double = spec.doubles >> idx & 1 == 1;
        let more = u8::from(is_double && register.is_some_and(|register| register < 63));
        let registers = register.into_iter().flat_map(move |first| first..=first + more);
        registers.map(move |register| (idx, register, role))
    })
}

/// The registers that an instruction reads and those it may change, undefined results and values
/// that stay included: what keeps two instructions in their order.
pub(super) fn effects(instruction: &Instruction) -> (RegisterSet, RegisterSet) {
    let roles = instruction.op.roles();
    let (mut reads, mut writes) = (RegisterSet::default(), RegisterSet::default());
    let fixed = [
        (31, roles.ra),
        (RegisterSet::HI, roles.hi),
        (RegisterSet::LO, roles.lo),
        (RegisterSet::FLAGS, roles.flag),
        (RegisterSet::CP0, roles.epc),
        (RegisterSet::CP0, roles.status),
    ];
    let operands = operand_registers(instruction).map(|(_, register, role)| (register, role));
    for (register, role) in operands.chain(fixed) {
        if role.reads() {
            reads.insert(register);
        }
        if role.writes() {
            writes.insert(register);
        }
    }
    (reads, writes)
}

/// The instruction whose operands were taken apart.
pub(crate) fn executed_instruction(one: DecodedInstruction) -> Instruction {
    let spec = one.op.spec();
    let mut operands = [0; 3];
    for (idx, register) in [one.a, one.b, one.c].into_iter().enumerate() {
        if idx < spec.operand_count as usize {
            let is_register = spec.fields[idx].is_register();
            // A destination that is `$zero` has a number of its own, which wraps around to 0.
            operands[idx] = if is_register { register as i32 & 31 } else { one.imm };
        }
    }
    Instruction { op: one.op, operands }
}

/// A role without the reading that only an undefined result needs.
const fn plain(role: RegisterRole) -> RegisterRole {
    match role {
        RegisterRole::Merge => RegisterRole::Write,
        role => role,
    }
}

fn unit(op: Op, memory: MemoryUse) -> ResultUnit {
    match op {
        Op::Mult | Op::Multu | Op::Mul | Op::Madd | Op::Maddu | Op::Msub | Op::Msubu => {
            ResultUnit::Multiply
        }
        Op::Div | Op::Divu => ResultUnit::Divide,
        _ if matches!(memory, MemoryUse::Load(_)) => ResultUnit::Load,
        // Whether the store was done is known in MEM.
        Op::Sc => ResultUnit::Load,
        _ => ResultUnit::Alu,
    }
}

fn kind(op: Op) -> StepKind {
    match op {
        Op::J => StepKind::Jump,
        Op::Jal => StepKind::Call,
        Op::Jr | Op::Jalr | Op::JalrRa => StepKind::JumpRegister,
        _ if op.is_branch() => StepKind::Branch,
        _ => StepKind::Plain,
    }
}
