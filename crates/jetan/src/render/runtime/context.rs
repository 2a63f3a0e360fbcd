//! What the machine looked like where a program failed.

use jetan_asm::Program;
use jetan_asm::program::{Code, Statement, Symbol};
use jetan_isa::{Reg, Slot, disasm};
use jetan_machine::{Fault, Machine};

/// How far behind a label an address may be to be described by it.
const NEAR_BYTES: u32 = 1 << 16;

/// The place of a failure, with what can be asked about it.
pub(super) struct Context<'r> {
    pub(super) machine: &'r Machine,
    program: &'r Program,
    code: Option<&'r Code>,
    /// The address the fault is about.
    pub(super) address: Option<u32>,
}

impl<'r> Context<'r> {
    pub(super) fn new(
        machine: &'r Machine,
        program: &'r Program,
        fault: &Fault,
        pc: u32,
    ) -> Context<'r> {
        let code = program.code_at(pc);
        Context { machine, program, code, address: fault.bad_address() }
    }

    /// The instruction, its operands and the address, a line each.
    pub(super) fn notes(&self) -> Vec<String> {
        let mut notes = Vec::new();
        if let Some(code) = self.code {
            let text = disasm::source_text(&code.instruction, code.address, &mut |address| {
                self.exact(address)
            });
            notes.push(format!("the instruction is `{text}`"));
            let values: Vec<String> = self.registers().iter().map(|&reg| self.value(reg)).collect();
            if !values.is_empty() {
                notes.push(values.join(", "));
            }
        }
        if let Some(address) = self.address
            && let Some(place) = self.describe(address)
        {
            notes.push(format!("{address:#010x} is {place}"));
        }
        notes
    }

    /// A register with its value.
    pub(super) fn value(&self, reg: Reg) -> String {
        let value = self.machine.registers.get(reg);
        let near = self.describe(value).map(|place| format!(", {place}")).unwrap_or_default();
        format!("{reg} = {value:#010x} ({}{near})", value as i32)
    }

    /// The CPU registers the instruction names, once each, `$zero` left out.
    pub(super) fn registers(&self) -> Vec<Reg> {
        let Some(code) = self.code else { return Vec::new() };
        let spec = code.instruction.op.spec();
        let mut registers = Vec::new();
        for (field, &value) in
            spec.fields.iter().zip(&code.instruction.operands).take(spec.operand_count as usize)
        {
            let reg = Reg::at_index(value as u8);
            if field.kind == Slot::Reg && reg != Reg::ZERO && !registers.contains(&reg) {
                registers.push(reg);
            }
        }
        registers
    }

    /// The statement of the source.
    pub(super) fn statement(&self) -> Option<Statement<'r>> {
        self.program.statement(self.code?.statement)
    }

    /// The base register of a load or store.
    pub(super) fn base(&self) -> Option<Reg> {
        let code = self.code?;
        let slots = code.instruction.op.spec().slots;
        let is_memory = slots.as_slice().contains(&Slot::Open);
        is_memory.then(|| Reg::at_index(code.instruction.operands[2] as u8))
    }

    /// The label nearest below an address, and how far it is.
    pub(super) fn nearest(&self, address: u32) -> Option<(&'r Symbol, u32)> {
        let all = self.program.files.iter().flat_map(|file| &file.symbols);
        let below = all.chain(&self.program.globals).filter(|symbol| symbol.address <= address);
        let nearest = below.max_by_key(|symbol| symbol.address)?;
        let distance = address - nearest.address;
        (distance < NEAR_BYTES).then_some((nearest, distance))
    }

    /// The label at exactly an address.
    fn exact(&self, address: u32) -> Option<String> {
        self.nearest(address).filter(|&(_, far)| far == 0).map(|(symbol, _)| symbol.name.clone())
    }

    /// Where an address is, if that is worth saying.
    pub(super) fn describe(&self, address: u32) -> Option<String> {
        match self.nearest(address) {
            Some((symbol, 0)) => Some(format!("the label `{}`", symbol.name)),
            Some((symbol, far)) => Some(format!("{far} bytes behind `{}`", symbol.name)),
            None => None,
        }
    }
}
