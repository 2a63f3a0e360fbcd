//! The second pass: labels become numbers, statements become words at their addresses.

use jetan_isa::{
    AddressRegion, EncodingFormat, Instruction, InstructionForm, Mnemonic, Op, OperandSlot, Reg,
    Segment, SegmentKind, TemplateArg, WideInstruction, encode,
};
use jetan_order::SharedSort;

use crate::diagnostic::MarsLocation;
use crate::dialect::Dialect;
use crate::layout::LayoutPass;
use crate::problem::Problem;
use crate::program::ProgramWord;
use crate::report::ProblemAdvice;
use crate::statement::{OPERANDS_MAX, ParsedStatement, label_operand};
use crate::store::LineSite;

/// MARS's word for `bgez $0,` without an offset: the placeholders of its sixteen bits, added up
/// as characters.
const BRANCH_TO_MNEMONIC_WORD: u32 = 0x043f_ffff;

/// The words of a program before they are put in order.
pub(crate) struct Emitter<'l, 'a, 'o> {
    layout: &'l mut LayoutPass<'a, 'o>,
    dialect: Dialect,
    code: Vec<ProgramWord>,
}

impl<'l, 'a, 'o> Emitter<'l, 'a, 'o> {
    pub(crate) fn new(layout: &'l mut LayoutPass<'a, 'o>) -> Emitter<'l, 'a, 'o> {
        let dialect = layout.options.dialect;
        let words = layout.statements.len();
        // A guess at what pseudo-instructions add; only the growing of the list depends on it.
        Emitter { layout, dialect, code: Vec::with_capacity(words + words / 4) }
    }

    /// Makes the words of all statements, sorted by address.
    ///
    /// With errors from the first pass, addresses mean nothing; then only undefined labels are
    /// looked for, so that all mistakes are found in one run.
    pub(crate) fn run(mut self) -> Vec<ProgramWord> {
        let is_sound = !self.layout.report.has_errors();
        for idx in 0..self.layout.statements.len() {
            // Copied, because reporting a problem borrows the layout mutably.
            let statement = self.layout.statements[idx];
            let is_defined = self.statement(idx as u32, &statement, is_sound);
            // MARS: looks for errors after each statement, not after each word of it.
            if self.dialect.first_undefined_ends && (!is_defined || self.layout.report.has_errors())
            {
                return Vec::new();
            }
        }
        if is_sound {
            self.place();
        }
        self.code
    }

    /// Makes the words of one statement; `false` if its label is not defined.
    fn statement(&mut self, idx: u32, statement: &ParsedStatement, is_sound: bool) -> bool {
        let mut operands = statement.operands;
        if let Some(label) = statement.label {
            let Some(address) = self.layout.address(statement.unit, label.name) else {
                let site = statement.label_site();
                self.layout.report_undefined(statement.unit, label.name, site);
                return false;
            };
            let address = address.wrapping_add(label.addend as u32);
            // The index comes from a matched form and is in range; `min` only keeps a panic out.
            operands[(label.index as usize).min(OPERANDS_MAX - 1)] = label.part.of(address);
        }
        if is_sound {
            match statement.form {
                InstructionForm::Basic(op) => self.basic(idx, statement, op, &operands),
                InstructionForm::Pseudo(_) => self.pseudo(idx, statement, &operands),
            }
        }
        true
    }

    fn basic(
        &mut self,
        idx: u32,
        statement: &ParsedStatement,
        op: Op,
        operands: &[i32; OPERANDS_MAX],
    ) {
        let mut instruction = Instruction { op, operands: [operands[0], operands[1], operands[2]] };
        if let Some(label) = label_operand(op) {
            instruction.operands[label] =
                self.encode_label(statement, op, operands[label] as u32, statement.address);
        }
        self.push(idx, statement.address, instruction, true);
    }

    fn pseudo(&mut self, idx: u32, statement: &ParsedStatement, operands: &[i32; OPERANDS_MAX]) {
        let delayed = self.layout.options.delayed_branching;
        let compact = self.layout.options.map.is_compact();
        let Some(expansion) = statement.templates(compact, self.dialect) else { return };
        let mut address = statement.address;
        for template in expansion.templates() {
            if template.delayed_only && !delayed {
                continue;
            }
            let mut instruction = template.instantiate(operands, delayed);
            if let Some(label) = label_operand(template.op)
                && let TemplateArg::Operand(operand) = template.args[label]
            {
                let target = operands[operand as usize] as u32;
                instruction.operands[label] =
                    self.encode_label(statement, template.op, target, address);
            }
            if self.dialect.next_register_is_label {
                self.report_as_label(statement, &instruction);
            }
            self.push(idx, address, instruction, address == statement.address);
            address = address.wrapping_add(4);
        }
        if !self.dialect.next_register_is_label {
            self.check_pair(statement, expansion.templates(), operands);
        }
    }

    fn push(&mut self, statement: u32, address: u32, instruction: Instruction, is_first: bool) {
        self.code.push(ProgramWord { address, word: 0, instruction, statement, is_first });
    }

    /// The operand for a label in the word: an offset in words, or an address for a jump.
    fn encode_label(
        &mut self,
        statement: &ParsedStatement,
        op: Op,
        target: u32,
        address: u32,
    ) -> i32 {
        if op.spec().format == EncodingFormat::J {
            return target as i32;
        }
        // Wrapping, as a branch may lead from one half of the address space to the other; the shift
        // must keep the sign of a branch back.
        let offset = (target.wrapping_sub(address.wrapping_add(4)) as i32) >> 2;
        if !self.dialect.unchecked_branches {
            self.check_branch(statement, offset);
        }
        offset
    }

    fn check_branch(&mut self, statement: &ParsedStatement, offset: i32) {
        // Asked before the distance: a label in data is nearly always too far away as well, and
        // that it is data is the mistake.
        let data = statement.label.filter(|label| {
            let symbol = self.layout.symbol(statement.unit, label.name);
            symbol.is_some_and(|symbol| symbol.is_data)
        });
        let (problem, advice) = if let Some(label) = data {
            let name = self.layout.names.text(label.name).to_owned();
            let advice = crate::advice::branch_to_data(&name);
            (Problem::BranchToData { name }, advice)
        } else if i16::try_from(offset).is_err() {
            let problem = Problem::BranchTooFar { words: i64::from(offset) };
            (problem, crate::advice::branch_too_far(offset))
        } else {
            return;
        };
        let site = statement.label_site();
        self.layout.report.add(&self.layout.store, site.late(), problem, advice);
    }

    /// MARS: the register after `$31` is looked up as a label, and not found.
    fn report_as_label(&mut self, statement: &ParsedStatement, instruction: &Instruction) {
        for (field, &value) in instruction.op.spec().fields.iter().zip(&instruction.operands) {
            let name = match field.kind {
                OperandSlot::Reg if value > 31 => format!("${value}"),
                OperandSlot::FReg if value > 31 => format!("$f{value}"),
                _ => continue,
            };
            // MARS: the column counts in the generated instruction, not in the source.
            let text = jetan_isa::disasm::basic_text(instruction, 0, None);
            let column = text.find(&name).map_or(1, |at| at as u32 + 1);
            let site = statement.label_site();
            let place = MarsLocation { column, ..self.statement_place(statement) };
            let store = &self.layout.store;
            let problem = Problem::NoNextRegister { name };
            self.layout.report.add_at(store, site, problem, ProblemAdvice::default(), place);
        }
    }

    /// Reports, in our dialect, a register pair that runs past the last register.
    fn check_pair(
        &mut self,
        statement: &ParsedStatement,
        templates: &[jetan_isa::Template],
        operands: &[i32; OPERANDS_MAX],
    ) {
        let next = templates.iter().flat_map(|template| template.args).find_map(|arg| match arg {
            TemplateArg::Next(operand) if operands[operand as usize] >= 31 => Some(operand),
            _ => None,
        });
        let Some(operand) = next else { return };
        let slot = statement.form.slots().operand(operand as usize);
        let (first, name) = match slot {
            Some(OperandSlot::FReg) => ("$f31".to_owned(), "$f32".to_owned()),
            _ => (Reg::RA.name().to_owned(), "$32".to_owned()),
        };
        let site = statement.mnemonic_site();
        let advice = ProblemAdvice::help(format!("it uses {first} and the register after it"));
        self.layout.report.add(&self.layout.store, site, Problem::NoNextRegister { name }, advice);
    }

    /// Checks the addresses of the words, encodes the words and sorts them.
    fn place(&mut self) {
        let mut code = std::mem::take(&mut self.code);
        for word in &mut code {
            // Words beyond the limit of messages need no encoding: there is no program to put them
            // in.
            if self.layout.report.is_full() {
                break;
            }
            self.encode(word);
            if word.address % 4 != 0 || !self.layout.options.is_text(word.address) {
                self.report_bad_address(word);
            }
        }
        // Stable: of two words at one address the earlier statement comes first, and the message
        // about the later one names it.
        code.shared_sort_by_key(|word| word.address);
        for pair in code.windows(2) {
            if pair[0].address == pair[1].address {
                self.report_duplicate(&pair[0], &pair[1]);
            }
        }
        self.code = code;
    }

    fn encode(&mut self, word: &mut ProgramWord) {
        let statement = self.layout.statements[word.statement as usize];
        if self.dialect.broken_swr && statement.form.pseudo().is_some_and(|p| p.mars_rejects) {
            // The expansion has two words, and MARS has one message for it.
            if !word.is_first {
                let place = MarsLocation { column: 0, ..self.statement_place(&statement) };
                self.report_statement(&statement, Problem::BrokenExpansion, place);
            }
            return;
        }
        if self.dialect.branch_to_mnemonic_lost && self.is_lost_branch(&statement) {
            // MARS: the word is garbage, but what is executed is a branch by nothing
            // (quirk-branch-to-operator-label).
            word.instruction.operands[1] = 0;
            word.word = BRANCH_TO_MNEMONIC_WORD;
            return;
        }
        let mut encodable = word.instruction;
        if word.instruction.op.spec().format == EncodingFormat::J {
            let target = word.instruction.operands[0] as u32;
            // MARS compares with the address of the jump itself; executing it uses that of the
            // instruction after it, which can lie in the next 256 MiB.
            if target & 0xf000_0000 != word.address & 0xf000_0000 {
                let place = MarsLocation { column: 0, ..self.statement_place(&statement) };
                self.report_statement(&statement, Problem::JumpTooFar, place);
                return;
            }
            encodable.operands[0] = (target >> 2) as i32;
        }
        word.word = encode(&encodable);
        word.instruction = encodable;
    }

    /// MARS: the generated `bgez $0,label` takes a label named like an instruction for one.
    fn is_lost_branch(&self, statement: &ParsedStatement) -> bool {
        let is_b = statement.form.pseudo().is_some_and(|pseudo| pseudo.name == "b");
        let name = statement.label.filter(|_| is_b).map(|label| self.layout.names.text(label.name));
        name.is_some_and(|name| Mnemonic::lookup(name).is_some())
    }

    fn report_statement(
        &mut self,
        statement: &ParsedStatement,
        problem: Problem,
        place: MarsLocation,
    ) {
        let site = statement.label_site();
        let advice = crate::advice::placement(&problem);
        self.layout.report.add_at(&self.layout.store, site, problem, advice, place);
    }

    /// MARS: the statement's line number is looked up in the listing with all includes in place.
    fn statement_place(&self, statement: &ParsedStatement) -> MarsLocation {
        let store = &self.layout.store;
        if !self.dialect.misplaced_positions {
            return store.mars_place(statement.mnemonic_site().without_column());
        }
        let outermost = store.line(store.outermost(statement.line));
        let unit = &self.layout.units[statement.unit as usize];
        let listed = unit.lines.0 + outermost.number - 1;
        let line = if listed < unit.lines.1 { store.line(listed) } else { outermost };
        MarsLocation { file: Some(line.file), lines: vec![line.number], column: 0 }
    }

    fn report_bad_address(&mut self, word: &ProgramWord) {
        let statement = self.layout.statements[word.statement as usize];
        let store = &self.layout.store;
        let is_basic = matches!(statement.form, InstructionForm::Basic(_));
        // MARS complains about every word of a pseudo-instruction; to us the statement is one
        // mistake.
        if !self.dialect.misplaced_positions && !word.is_first {
            return;
        }
        let start = statement.first;
        let end = statement.mnemonic.1;
        let site = LineSite { line: statement.line, start, end, column: true, chain: true };
        let place = if !self.dialect.misplaced_positions {
            store.mars_place(site)
        } else if is_basic {
            store.mars_place(site.late())
        } else {
            let number = store.line(store.outermost(statement.line)).number;
            MarsLocation { file: None, lines: vec![number], column: 1 }
        };
        let problem = Problem::InvalidTextAddress { address: word.address };
        let advice = crate::advice::text_address(self.layout.options);
        self.layout.report.add_at(store, site, problem, advice, place);
    }

    fn report_duplicate(&mut self, earlier: &ProgramWord, later: &ProgramWord) {
        let store = &self.layout.store;
        let first = self.layout.statements[earlier.statement as usize];
        let second = self.layout.statements[later.statement as usize];
        let root = self.layout.units[first.unit as usize].root;
        let problem = Problem::DuplicateTextAddress {
            address: later.address,
            file: store.sources.file(root).name().to_owned(),
            line: store.line(store.outermost(first.line)).number,
            kernel: self.layout.options.region_of(later.address) != Some(AddressRegion::Text),
        };
        let advice = ProblemAdvice::label("this instruction goes to the same address")
            .and_label(store.span(first.mnemonic_site()), "this one is there already")
            .and_help("the address after `.text` or `.ktext` overlaps other code");
        let place = self.statement_place(&second);
        self.layout.report.add_at(store, second.mnemonic_site(), problem, advice, place);
    }
}

/// The words as segments, neighbours joined.
pub(crate) fn segments(layout: &LayoutPass, code: &[ProgramWord]) -> Vec<Segment> {
    let mut segments: Vec<Segment> = Vec::new();
    let mut next = None;
    for word in code {
        let kind = match layout.options.region_of(word.address) {
            Some(AddressRegion::Text) => SegmentKind::Text,
            _ => SegmentKind::KernelText,
        };
        let bytes = word.word.to_le_bytes();
        match segments.last_mut().filter(|s| next == Some(word.address) && s.kind == kind) {
            Some(segment) => segment.bytes.extend_from_slice(&bytes),
            None => segments.push(Segment { kind, address: word.address, bytes: bytes.to_vec() }),
        }
        // Checked: nothing follows the last word of the address space, least of all address 0.
        next = word.address.checked_add(4);
    }
    segments
}

/// The instructions whose operands do not fit their words.
pub(crate) fn wide(code: &[ProgramWord]) -> Vec<WideInstruction> {
    // A machine that decoded these words would execute something else than MARS, which keeps the
    // operands that it assembled.
    let wide = code.iter().filter(|code| code.instruction.is_wide());
    wide.map(|code| WideInstruction { address: code.address, instruction: code.instruction })
        .collect()
}
