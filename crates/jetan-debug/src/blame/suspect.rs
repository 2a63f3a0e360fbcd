//! The values that a fault is about.

use jetan_isa::{MemoryUse, Op, OperandSlot, Reg, Service};
use jetan_machine::code::{CodeWord, DecodedInstruction};
use jetan_machine::fault::ServiceFault;
use jetan_machine::observer::WrittenRegister;
use jetan_machine::{Fault, Machine};
use jetan_order::SharedSort;

use crate::cause::StorageLocation;
use jetan_symbols::DebugSymbols;

/// The state in which something went wrong.
pub(super) struct FaultSite {
    /// The machine before the instruction.
    pub(super) machine: Machine,
    /// The address of the instruction that went wrong.
    pub(super) pc: u32,
    /// The number of instructions executed before it.
    pub(super) limit: u64,
}

impl FaultSite {
    /// The places whose values made an instruction fail, the likeliest first.
    pub(super) fn places(&self, fault: &Fault, names: &DebugSymbols) -> Vec<StorageLocation> {
        // There is no instruction to take operands from; the word itself is in question.
        if let Fault::UndefinedInstruction { .. } = fault {
            return vec![StorageLocation::Memory(self.pc & !3, 4)];
        }
        let CodeWord::Instruction(instruction) = self.machine.word_at(self.pc) else {
            return Vec::new();
        };
        let registers: Vec<Reg> = match fault {
            Fault::Service(fault) => self.of_service(fault),
            Fault::Break { .. } => self.divisor(names).into_iter().collect(),
            Fault::Overflow | Fault::Trap => self.operands(instruction),
            Fault::BadProgramCounter { .. } => jump_register(instruction).into_iter().collect(),
            _ => base(instruction).into_iter().collect(),
        };
        let places = registers.into_iter().filter(|&reg| reg != Reg::ZERO);
        places.map(|reg| StorageLocation::Register(WrittenRegister::Cpu(reg))).collect()
    }

    fn of_service(&self, fault: &ServiceFault) -> Vec<Reg> {
        let address = match fault {
            ServiceFault::Unknown { .. } => return vec![Reg::V0],
            // The input is wrong, not a value of the program.
            ServiceFault::InvalidInput { .. } | ServiceFault::EndOfInput { .. } => return vec![],
            ServiceFault::EmptyRange | ServiceFault::NegativeLength { .. } => {
                return vec![Reg::A1];
            }
            ServiceFault::Address(fault) => fault.bad_address(),
            _ => None,
        };
        let number = self.machine.registers.get(Reg::V0);
        if address.is_none() && Service::from_number(number).is_none() {
            return Vec::new();
        }
        let arguments = [Reg::A0, Reg::A1, Reg::A2];
        // The bad address tells which of the arguments it was.
        let named = |reg: &Reg| address == Some(self.machine.registers.get(*reg));
        vec![arguments.into_iter().find(named).unwrap_or(Reg::A0)]
    }

    /// The divisor that a pseudo-instruction has found to be 0: what it compares before it breaks.
    fn divisor(&self, names: &DebugSymbols) -> Option<Reg> {
        let own = names.program.code_at(self.pc)?.statement;
        // MARS: `div` with three operands tests the divisor by `bne` around a `break`.
        let mut before = (1..8).map_while(|back| {
            let code = names.program.code_at(self.pc.wrapping_sub(4 * back))?;
            (code.statement == own).then_some(code)
        });
        let test = before.find(|code| code.instruction.op == Op::Bne)?;
        Reg::new(test.instruction.operands[0] as u8)
    }

    /// The registers that an instruction reads, the largest value first.
    fn operands(&self, instruction: DecodedInstruction) -> Vec<Reg> {
        let spec = instruction.op.spec();
        let roles = instruction.op.roles();
        let all = [instruction.a, instruction.b, instruction.c];
        let mut registers: Vec<Reg> = (0..spec.operand_count as usize)
            .filter(|&idx| roles.operands[idx].reads() && spec.fields[idx].kind == OperandSlot::Reg)
            .filter_map(|idx| all[idx].reg())
            .collect();
        registers.dedup();
        registers.shared_sort_by_key(|reg| {
            std::cmp::Reverse(self.machine.registers.get(*reg).cast_signed().unsigned_abs())
        });
        registers
    }
}

/// The register that holds the address of a load or a store.
fn base(instruction: DecodedInstruction) -> Option<Reg> {
    let is_access = instruction.op.roles().memory != MemoryUse::None;
    // Loads and stores have their base decoded into `c`.
    instruction.c.reg().filter(|_| is_access)
}

/// The register that says where an instruction jumps to.
fn jump_register(instruction: DecodedInstruction) -> Option<Reg> {
    match instruction.op {
        Op::Jr | Op::JalrRa => instruction.a.reg(),
        Op::Jalr => instruction.b.reg(),
        _ => None,
    }
}
