//! The state of the machine where a program failed.

use jetan_asm::Program;
use jetan_asm::program::{ProgramStatement, ProgramSymbol, ProgramWord};
use jetan_isa::pack::PackService;
use jetan_isa::{Op, OperandSlot, Reg, Service, disasm};
use jetan_machine::code::CodeWord;
use jetan_machine::observer::WrittenRegister;
use jetan_machine::{Fault, Machine};

use crate::blame::{BlameReason, Culprit};
use crate::cause::StorageLocation;
use crate::notes::missed_main;
use jetan_sanitizer::CodeText;
use jetan_symbols::DebugSymbols;

/// The most bytes between a label and an address that is described by it.
const NEAR_BYTES: u32 = 1 << 16;

/// The place of a failure, with what can be asked about it.
pub(super) struct FaultContext<'r> {
    pub(super) machine: &'r Machine,
    pub(super) names: &'r DebugSymbols,
    program: &'r Program,
    code: Option<&'r ProgramWord>,
    /// The address the fault is about.
    pub(super) address: Option<u32>,
    /// Whether a procedure that was called is known to have returned elsewhere.
    pub(super) is_called: bool,
    /// Whether the procedure that returned was jumped to, where a call was meant.
    pub(super) is_jumped_into: bool,
    /// The store that filled the place from which a saved register was taken back, if that stored
    /// something else.
    pub(super) overwriter: Option<u32>,
    /// The instruction to blame.
    pub(super) culprit: Option<Culprit>,
    /// The instruction that jumped to where no code is, if that is known.
    pub(super) jump: Option<u32>,
}

impl<'r> FaultContext<'r> {
    pub(super) fn new(
        machine: &'r Machine,
        names: &'r DebugSymbols,
        fault: &Fault,
        pc: u32,
    ) -> FaultContext<'r> {
        let program = &*names.program;
        FaultContext {
            machine,
            names,
            program,
            code: program.code_at(pc),
            address: fault.bad_address(),
            is_called: false,
            is_jumped_into: false,
            overwriter: None,
            culprit: None,
            jump: None,
        }
    }

    /// The register that the program jumped through, if that is known.
    pub(super) fn jump_register(&self) -> Option<Reg> {
        let CodeWord::Instruction(one) = self.machine.word_at(self.jump?) else { return None };
        match one.op {
            Op::Jr | Op::JalrRa => one.a.reg(),
            Op::Jalr => one.b.reg(),
            _ => None,
        }
    }

    /// The label of the table that the culprit was to load from, if it loaded from past its end:
    /// the line names it, and the address belongs to a later one.
    pub(super) fn table_left(&self) -> Option<(String, String)> {
        let culprit = self.culprit?;
        let BlameReason::Loads(address) = culprit.reason else { return None };
        let statement = self.names.statement(culprit.pc)?;
        let code = statement.text.split('#').next().unwrap_or_default();
        let (_, operands) = code.split_once(statement.mnemonic)?;
        let (_, place) = operands.split_once(',')?;
        let (name, _) = place.trim().split_once('(')?;
        let start = self.names.address(name.trim())?;
        let owner = self.names.symbol_before(address).filter(|owner| owner.is_data)?;
        (owner.address > start).then(|| (name.trim().to_owned(), owner.name.clone()))
    }

    /// The advice if the program begins with a procedure that stands before its `main`.
    pub(super) fn began_elsewhere(&self) -> Option<String> {
        let main = missed_main(self.names)?;
        let entry = self.program.image.entry;
        let text = CodeText::new(self.program);
        let name = self.names.code_name(entry);
        let line = self.names.line_text(main.address);
        (text.is_called(entry) && entry < main.address).then(|| {
            format!(
                "the program begins with its first instruction, in {name}, not with `main` in \
                 {line}: put `main` first, or `j main` at the beginning, or use --start-at-main"
            )
        })
    }

    /// The instruction itself, the values it works on, and the address: a line each.
    pub(super) fn notes(&self) -> Vec<String> {
        let mut notes: Vec<String> = self.expansion().into_iter().collect();
        let registers = self.registers();
        let values: Vec<String> = registers.iter().map(|&reg| self.value(reg)).collect();
        if !values.is_empty() {
            notes.push(values.join(", "));
        }
        let is_shown = |address| registers.iter().any(|&reg| self.get(reg) == address);
        if let Some(address) = self.address.filter(|&address| !is_shown(address))
            && let Some(place) = self.describe(address)
        {
            notes.push(format!("{address:#010x} is {place}"));
        }
        notes
    }

    /// The instruction that failed, where the line is a pseudo-instruction that stands for it.
    fn expansion(&self) -> Option<String> {
        let code = self.code?;
        let op = code.instruction.op;
        let typed = self.statement()?.mnemonic.to_lowercase();
        // The `break` of a division is only how the check is made.
        let is_same = typed == op.spec().name && registers_of(code) == self.typed_registers();
        if is_same || matches!(op, Op::Syscall | Op::Break) {
            return None;
        }
        let mut label = |address| self.exact(address);
        let text = disasm::source_text(&code.instruction, code.address, &mut label);
        Some(format!("the line stands for several instructions, this one failed: `{text}`"))
    }

    /// The `sbrk` whose size was taken for its result, if the bad address is that.
    pub(super) fn given_by_sbrk(&self) -> Option<u32> {
        let culprit = self.culprit.filter(|who| who.reason == BlameReason::Sets)?;
        let argument = StorageLocation::Register(WrittenRegister::Cpu(Reg::A0));
        if culprit.place != Some(argument) {
            return None;
        }
        let used = CodeText::new(self.program).service_after(culprit.pc);
        used.filter(|&(_, service)| service == Service::Sbrk).map(|(at, _)| at)
    }

    /// The numbers of services that the program puts into `$v0` and that are not built in.
    pub(super) fn foreign_services(&self) -> Vec<u32> {
        let loads = |code: &&ProgramWord| {
            let (op, operands) = (code.instruction.op, &code.instruction.operands);
            // These two are what `li` becomes for a small number.
            matches!(op, Op::Addiu | Op::Ori)
                && operands[0] == i32::from(Reg::V0.number())
                && operands[1] == i32::from(Reg::ZERO.number())
        };
        let loaded = self.program.code.iter().filter(loads);
        let mut numbers: Vec<u32> = loaded
            .filter(|code| self.loads_for_a_service(code))
            .map(|code| code.instruction.operands[2] as u32)
            .filter(|&number| Service::from_number(number).is_none())
            .collect();
        numbers.sort_unstable();
        numbers.dedup();
        numbers
    }

    /// Whether a `syscall` follows a load of `$v0` soon, before another.
    fn loads_for_a_service(&self, load: &ProgramWord) -> bool {
        // Room for four arguments of two instructions each between the number and its `syscall`.
        const SOON: u32 = 8;
        let next = (1..=SOON).map_while(|step| self.program.code_at(load.address + 4 * step));
        let mut ops = next.map(|code| code.instruction.op);
        ops.any(|op| op == Op::Syscall)
    }

    /// The value of a register.
    pub(super) fn get(&self, reg: Reg) -> u32 {
        self.machine.registers.get(reg)
    }

    /// A register with its value, and what that may mean.
    fn value(&self, reg: Reg) -> String {
        let value = self.get(reg);
        let meaning = match self.service_name().filter(|_| reg == Reg::V0) {
            Some(name) => format!("{}: {name}", value as i32),
            None => self.describe(value).unwrap_or_else(|| (value as i32).to_string()),
        };
        format!("{reg} = {value:#010x} ({meaning})")
    }

    /// The service a `syscall` asked for.
    pub(super) fn service(&self) -> Option<Service> {
        let is_call = self.code.is_some_and(|code| code.instruction.op == Op::Syscall);
        Service::from_number(self.get(Reg::V0)).filter(|_| is_call)
    }

    /// The service of a pack that a `syscall` asked for.
    fn pack_service(&self) -> Option<&'r PackService> {
        let is_call = self.code.is_some_and(|code| code.instruction.op == Op::Syscall);
        self.machine.pack()?.service(self.get(Reg::V0)).filter(|_| is_call)
    }

    fn service_name(&self) -> Option<&'r str> {
        let built_in = self.service().map(|service| service.row().name);
        built_in.or_else(|| self.pack_service().map(|service| service.name.as_str()))
    }

    /// The registers that matter to the line: what it reads, as far as it can be told.
    fn registers(&self) -> Vec<Reg> {
        let Some(code) = self.code else { return Vec::new() };
        if code.instruction.op == Op::Syscall {
            let arguments = match (self.service(), self.pack_service()) {
                (Some(service), _) => registers_in(service.row().arguments),
                (None, Some(own)) => own.arguments.iter().map(|argument| argument.reg).collect(),
                (None, None) => Vec::new(),
            };
            return [vec![Reg::V0], arguments].concat();
        }
        let mut registers = registers_of(code);
        for reg in self.typed_registers() {
            if !registers.contains(&reg) {
                registers.push(reg);
            }
        }
        if let Some(written) = self.written(code) {
            let typed = registers_in(&self.typed_operands());
            // `add $t0, $t0, $t1` reads what it writes, so its target is shown after all.
            let is_read = typed.iter().skip(1).any(|&reg| reg == written);
            registers.retain(|&reg| reg != written || is_read);
        }
        registers
    }

    /// The CPU registers in the line as typed, once each, `$zero` left out.
    fn typed_registers(&self) -> Vec<Reg> {
        let mut registers = Vec::new();
        for reg in registers_in(&self.typed_operands()) {
            if reg != Reg::ZERO && !registers.contains(&reg) {
                registers.push(reg);
            }
        }
        registers
    }

    /// The line as assembled, from its mnemonic on, without its comment.
    pub(super) fn typed_operands(&self) -> String {
        let Some(statement) = self.statement() else { return String::new() };
        let code = statement.text.split('#').next().unwrap_or_default();
        code.split_once(statement.mnemonic).map_or(String::new(), |(_, rest)| rest.to_owned())
    }

    /// The register an instruction writes, which says nothing about why it failed.
    fn written(&self, code: &ProgramWord) -> Option<Reg> {
        let spec = code.instruction.op.spec();
        // Of the instructions with a base those that load begin with `l`; `lui` has none.
        let is_load = self.base().is_some() && spec.name.starts_with('l');
        let computes = self.base().is_none() && spec.operand_count == 3;
        let writes = is_load || computes || code.instruction.op == Op::Break;
        let operands = self.typed_operands();
        let first = operands.split(',').next().unwrap_or_default();
        registers_in(first).first().copied().filter(|_| writes)
    }

    /// The register and the number of a load that has a number where a label was expected.
    pub(super) fn number_loaded(&self) -> Option<(String, String)> {
        let code = self.code.filter(|code| code.instruction.op.spec().name.starts_with('l'))?;
        self.base().filter(|_| code.instruction.op.spec().operand_count == 3)?;
        let operands = self.typed_operands();
        let (reg, number) = operands.split_once(',')?;
        let number = number.trim();
        let digits = number.strip_prefix('-').unwrap_or(number);
        let is_number = !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit());
        is_number.then(|| (reg.trim().to_owned(), number.to_owned()))
    }

    /// Whether the line is a load of a word by the name of a label.
    pub(super) fn loads_by_name(&self, name: &str) -> bool {
        let is_load = self.code.is_some_and(|code| code.instruction.op == Op::Lw);
        let operands = self.typed_operands();
        is_load && operands.split_once(',').is_some_and(|(_, place)| place.trim() == name)
    }

    /// Whether the instruction at an address is a branch.
    pub(super) fn is_branch(&self, pc: u32) -> bool {
        self.program.code_at(pc).is_some_and(|code| code.instruction.op.is_branch())
    }

    /// The statement of the source.
    pub(super) fn statement(&self) -> Option<ProgramStatement<'r>> {
        self.program.statement(self.code?.statement)
    }

    /// The base register of a load or store.
    pub(super) fn base(&self) -> Option<Reg> {
        let code = self.code?;
        let slots = code.instruction.op.spec().slots;
        // The parenthesis of `offset(base)` has a slot of its own in the table of instructions.
        let is_memory = slots.as_slice().contains(&OperandSlot::Open);
        is_memory.then(|| Reg::at_index(code.instruction.operands[2] as u8))
    }

    /// The label nearest below an address, and how far it is.
    pub(super) fn nearest(&self, address: u32) -> Option<(&'r ProgramSymbol, u32)> {
        // Unlike `symbol_before` this also takes a label of another segment: an address that
        // faulted may lie outside of the one it was meant for.
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

    /// The description of an address, if that is worth saying.
    pub(super) fn describe(&self, address: u32) -> Option<String> {
        match self.nearest(address) {
            Some((symbol, 0)) => Some(format!("the label `{}`", symbol.name)),
            Some((symbol, 1)) => Some(format!("1 byte after the start of `{}`", symbol.name)),
            Some((symbol, far)) => {
                Some(format!("{far} bytes after the start of `{}`", symbol.name))
            }
            None => None,
        }
    }
}

/// The CPU registers an instruction names, once each, `$zero` left out.
fn registers_of(code: &ProgramWord) -> Vec<Reg> {
    let spec = code.instruction.op.spec();
    let operands = code.instruction.operands.iter().take(spec.operand_count as usize);
    let named =
        spec.fields.iter().zip(operands).filter(|(field, _)| field.kind == OperandSlot::Reg);
    let mut registers = Vec::new();
    for (_, &value) in named {
        let reg = Reg::at_index(value as u8);
        if reg != Reg::ZERO && !registers.contains(&reg) {
            registers.push(reg);
        }
    }
    registers
}

/// The CPU registers a text names by `$`.
fn registers_in(text: &str) -> Vec<Reg> {
    let names = text.split('$').skip(1).map(|rest| {
        let end = rest.find(|c: char| !c.is_ascii_alphanumeric()).unwrap_or(rest.len());
        &rest[..end]
    });
    let find = |name: &str| {
        let numbered = || name.parse().ok().and_then(Reg::new);
        Reg::from_name(&format!("${name}")).or_else(numbered)
    };
    names.filter_map(find).collect()
}
