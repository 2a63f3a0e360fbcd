//! The single-cycle datapath of one instruction, with values on its wires.

mod svg;

use jetan_isa::{EncodingFormat, Instruction, MemoryUse, Op, OperandSlot, disasm};

pub use svg::svg;

/// What is known of an instruction that was executed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DatapathInput {
    /// The address.
    pub pc: u32,
    /// The machine word.
    pub word: u32,
    /// The instruction in the word.
    pub instruction: Instruction,
    /// The value of the register in bits 25 to 21, before.
    pub first: u32,
    /// The value of the register in bits 20 to 16, before.
    pub second: u32,
    /// The word that was loaded.
    pub loaded: Option<u32>,
    /// The register that was written, and its value.
    pub written: Option<(u8, u32)>,
    /// The address of the instruction that came next.
    pub next_pc: u32,
}

/// A wire of the picture.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum DatapathWire {
    /// The address of the instruction.
    Pc,
    /// The address after it.
    NextWord,
    /// The machine word.
    InstructionWord,
    /// The first register that is read.
    ReadData1,
    /// The second register that is read.
    ReadData2,
    /// The constant, sign-extended.
    Immediate,
    /// The second input of the ALU.
    AluOperand,
    /// The result of the ALU.
    AluResult,
    /// The address of the branch's target.
    BranchTarget,
    /// The address of the jump's target.
    JumpTarget,
    /// The word that is stored.
    MemoryWriteData,
    /// The word that is loaded.
    MemoryReadData,
    /// The value that goes back to the registers.
    WriteData,
    /// The number of the register that is written.
    WriteRegister,
    /// The address of the next instruction.
    NextPc,
}

impl DatapathWire {
    /// All wires, from left to right.
    pub const ALL: [DatapathWire; 15] = [
        DatapathWire::Pc,
        DatapathWire::NextWord,
        DatapathWire::InstructionWord,
        DatapathWire::ReadData1,
        DatapathWire::ReadData2,
        DatapathWire::Immediate,
        DatapathWire::AluOperand,
        DatapathWire::AluResult,
        DatapathWire::BranchTarget,
        DatapathWire::JumpTarget,
        DatapathWire::MemoryWriteData,
        DatapathWire::MemoryReadData,
        DatapathWire::WriteData,
        DatapathWire::WriteRegister,
        DatapathWire::NextPc,
    ];

    /// The name in textbooks.
    pub const fn name(self) -> &'static str {
        match self {
            DatapathWire::Pc => "PC",
            DatapathWire::NextWord => "PC + 4",
            DatapathWire::InstructionWord => "instruction",
            DatapathWire::ReadData1 => "read data 1",
            DatapathWire::ReadData2 => "read data 2",
            DatapathWire::Immediate => "immediate",
            DatapathWire::AluOperand => "ALU operand",
            DatapathWire::AluResult => "ALU result",
            DatapathWire::BranchTarget => "branch target",
            DatapathWire::JumpTarget => "jump target",
            DatapathWire::MemoryWriteData => "memory write data",
            DatapathWire::MemoryReadData => "memory read data",
            DatapathWire::WriteData => "write data",
            DatapathWire::WriteRegister => "write register",
            DatapathWire::NextPc => "next PC",
        }
    }
}

/// A control line of the picture.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum ControlLine {
    /// The register that is written stands in bits 15 to 11.
    RegDst,
    /// A jump.
    Jump,
    /// A branch.
    Branch,
    /// Memory is read.
    MemRead,
    /// What was read goes to a register.
    MemtoReg,
    /// Memory is written.
    MemWrite,
    /// The ALU takes the constant.
    AluSrc,
    /// A register is written.
    RegWrite,
}

impl ControlLine {
    /// All lines, in the order of textbooks.
    pub const ALL: [ControlLine; 8] = [
        ControlLine::RegDst,
        ControlLine::Jump,
        ControlLine::Branch,
        ControlLine::MemRead,
        ControlLine::MemtoReg,
        ControlLine::MemWrite,
        ControlLine::AluSrc,
        ControlLine::RegWrite,
    ];

    /// The name in textbooks.
    pub const fn name(self) -> &'static str {
        match self {
            ControlLine::RegDst => "RegDst",
            ControlLine::Jump => "Jump",
            ControlLine::Branch => "Branch",
            ControlLine::MemRead => "MemRead",
            ControlLine::MemtoReg => "MemtoReg",
            ControlLine::MemWrite => "MemWrite",
            ControlLine::AluSrc => "ALUSrc",
            ControlLine::RegWrite => "RegWrite",
        }
    }
}

/// The datapath while one instruction is executed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DatapathView {
    /// The instruction in words.
    pub text: String,
    values: [Option<u32>; DatapathWire::ALL.len()],
    controls: [bool; ControlLine::ALL.len()],
    /// Whether a branch or jump went elsewhere.
    pub is_taken: bool,
}

impl DatapathView {
    /// The values that an instruction put on the wires; wires that it does not use have none.
    pub fn new(input: &DatapathInput) -> DatapathView {
        let op = input.instruction.op;
        let mut view = DatapathView {
            text: disasm::basic_text(&input.instruction, input.pc, None),
            values: [None; DatapathWire::ALL.len()],
            controls: [false; ControlLine::ALL.len()],
            is_taken: input.next_pc != input.pc.wrapping_add(4),
        };
        view.set(DatapathWire::Pc, input.pc);
        view.set(DatapathWire::NextWord, input.pc.wrapping_add(4));
        view.set(DatapathWire::InstructionWord, input.word);
        view.set(DatapathWire::NextPc, input.next_pc);
        view.add_turns(input, op);
        view.add_registers(input, op);
        view.add_memory(input, op);
        if let Some((register, value)) = input.written {
            view.turn_on(ControlLine::RegWrite);
            view.set(DatapathWire::WriteData, value);
            view.set(DatapathWire::WriteRegister, u32::from(register));
        }
        view
    }

    /// The value on a wire; none if the instruction does not use it.
    pub fn value(&self, wire: DatapathWire) -> Option<u32> {
        self.values[wire as usize]
    }

    /// Whether a control line is active.
    pub fn is_on(&self, line: ControlLine) -> bool {
        self.controls[line as usize]
    }

    fn set(&mut self, wire: DatapathWire, value: u32) {
        self.values[wire as usize] = Some(value);
    }

    fn turn_on(&mut self, line: ControlLine) {
        self.controls[line as usize] = true;
    }

    fn add_turns(&mut self, input: &DatapathInput, op: Op) {
        if op.is_branch() {
            self.turn_on(ControlLine::Branch);
            if let Some(target) = disasm::target(&input.instruction, input.pc) {
                self.set(DatapathWire::BranchTarget, target);
            }
        } else if op.is_jump() {
            self.turn_on(ControlLine::Jump);
            // Of a jump through a register it is the register's value.
            let target = disasm::target(&input.instruction, input.pc).unwrap_or(input.first);
            self.set(DatapathWire::JumpTarget, target);
        }
    }

    fn add_registers(&mut self, input: &DatapathInput, op: Op) {
        let spec = op.spec();
        let reads = |shift: u8| {
            let operands = spec.fields.iter().zip(spec.roles.operands);
            let mut operands = operands.take(spec.operand_count as usize);
            // Other register files have ports of their own, which this picture does not show.
            operands.any(|(field, role)| {
                field.kind == OperandSlot::Reg && field.shift == shift && role.reads()
            })
        };
        if reads(21) {
            self.set(DatapathWire::ReadData1, input.first);
        }
        if reads(16) {
            self.set(DatapathWire::ReadData2, input.second);
        }
        let has_constant = matches!(spec.format, EncodingFormat::I);
        if has_constant {
            self.turn_on(ControlLine::AluSrc);
            let constant = input.word as u16 as i16;
            // The logical instructions extend with zeros.
            let is_logical = matches!(op, Op::Andi | Op::Ori | Op::Xori);
            let constant = if is_logical { constant as u16 as u32 } else { constant as u32 };
            self.set(DatapathWire::Immediate, constant);
            self.set(DatapathWire::AluOperand, constant);
        } else if let Some(second) = self.value(DatapathWire::ReadData2) {
            self.set(DatapathWire::AluOperand, second);
        }
        if spec.format == EncodingFormat::R && input.written.is_some() {
            self.turn_on(ControlLine::RegDst);
        }
        match (spec.roles.memory, op.is_branch(), input.written) {
            (MemoryUse::None, false, Some((_, value))) if !op.is_jump() => {
                self.set(DatapathWire::AluResult, value);
            }
            (MemoryUse::None, true, _) => {
                let difference =
                    input.first.wrapping_sub(self.value(DatapathWire::ReadData2).unwrap_or(0));
                self.set(DatapathWire::AluResult, difference);
            }
            _ => {}
        }
    }

    fn add_memory(&mut self, input: &DatapathInput, op: Op) {
        let offset = input.word as u16 as i16 as u32;
        let address = input.first.wrapping_add(offset);
        match op.roles().memory {
            MemoryUse::None => {}
            MemoryUse::Load(_) => {
                self.turn_on(ControlLine::MemRead);
                self.turn_on(ControlLine::MemtoReg);
                self.set(DatapathWire::AluResult, address);
                if let Some(loaded) = input.loaded {
                    self.set(DatapathWire::MemoryReadData, loaded);
                }
            }
            MemoryUse::Store(_) => {
                self.turn_on(ControlLine::MemWrite);
                self.set(DatapathWire::AluResult, address);
                self.set(DatapathWire::MemoryWriteData, input.second);
            }
        }
    }
}
