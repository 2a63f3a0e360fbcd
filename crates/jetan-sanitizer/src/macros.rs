//! Macros that overwrite a register which they were given as an argument, and read it afterwards:
//! told by the text alone.

use jetan_isa::Reg;
use jetan_machine::code::DecodedInstruction;
use jetan_machine::registers::R;

use super::Check;
use super::analysis::{CodeText, is_written};
use super::reads::reads;
use super::report::place;
use super::slips::{CodeSlip, SlipKind};
use super::state::CheckerState;
use jetan_symbols::{DebugSymbols, MacroCall};

const REGISTERS: usize = 32;

impl CodeText {
    /// The instructions of macros that read an argument after the macro has overwritten it.
    pub(super) fn lost_arguments(&self, names: &DebugSymbols) -> Vec<CodeSlip> {
        let mut found = Vec::new();
        let mut current: Option<MacroCall> = None;
        let mut written = [None; REGISTERS];
        for (pc, one) in self.addresses() {
            let call = names.macro_call(pc);
            if call != current {
                current = call;
                written = [None; REGISTERS];
            }
            let Some(line) = call.and_then(|_| names.line(pc)) else { continue };
            let names_it = |reg: Reg| names_register(&line.text, reg);
            let lost = read_by(one).find_map(|reg| {
                // A register that the line does not name came in by a parameter; it is an argument
                // if the call names it, and not a macro's own that it hands to another.
                let over = written[reg.index()].filter(|_| !names_it(reg))?;
                let is_argument = call_line(names, pc).is_some_and(|it| names_register(it, reg));
                is_argument.then_some(SlipKind::LostArgument { over, reg })
            });
            found.extend(lost.map(|kind| CodeSlip { pc, kind }));
            // After a branch it is no longer certain what has run.
            if one.op.is_branch() || one.op.is_jump() {
                written = [None; REGISTERS];
                continue;
            }
            let own = (1..32).map(Reg::at_index).filter(|&reg| is_written(one, reg));
            for reg in own.filter(|&reg| is_working_register(reg)) {
                // What is changed by what it was before is changed on purpose.
                if read_by(one).all(|other| other != reg) {
                    written[reg.index()] = Some(pc).filter(|_| names_it(reg));
                }
            }
        }
        found
    }
}

/// The line of the outermost call of a macro that an instruction came out of.
fn call_line(names: &DebugSymbols, pc: u32) -> Option<&str> {
    let statement = names.statement(pc)?;
    names.sources.file(statement.root).line(statement.root_number)
}

/// Whether a register holds what programs compute with; `$v0` belongs to the services.
fn is_working_register(reg: Reg) -> bool {
    matches!(reg.number(), 3..=25)
}

/// The CPU registers that an instruction reads.
fn read_by(one: DecodedInstruction) -> impl Iterator<Item = Reg> {
    let uses = reads(one.op);
    let operands: [R; 3] = [one.a, one.b, one.c];
    let own = operands.into_iter().zip(uses.cpu).filter(|&(_, is_read)| is_read);
    own.filter_map(|(place, _)| place.reg())
}

/// Whether a line names a register.
fn names_register(line: &str, reg: Reg) -> bool {
    let code = line.split('#').next().unwrap_or(line);
    code.split('$').skip(1).any(|rest| {
        let end = rest.find(|c: char| !c.is_ascii_alphanumeric()).unwrap_or(rest.len());
        let name = &rest[..end];
        reg.name().strip_prefix('$') == Some(name) || name.parse() == Ok(reg.number())
    })
}

impl CheckerState {
    /// A macro reads the argument that it has overwritten.
    pub(super) fn report_lost_argument(&mut self, over: u32, reg: Reg) {
        let name = reg.name();
        let message = format!(
            "the macro overwrites {name} before it reads the argument, which is {name} too"
        );
        let places = vec![
            place(over, format!("{name} is the macro's own here")),
            place(self.pc, format!("and {name} is the argument here")),
        ];
        let help = format!(
            "pass another register than {name}, or let the macro keep its values in `$t9`, or on \
             the stack"
        );
        self.push((Check::Unused, "unused-result"), message, places, help);
    }
}
