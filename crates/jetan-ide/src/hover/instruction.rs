//! Pages about instructions: what they do, and what this one became.

use jetan_asm::diagnostic::SourceFrame;
use jetan_asm::outline::{OutlineLabel, OutlineStatement};
use jetan_asm::program::ProgramWord;
use jetan_isa::{InstructionForm, Mnemonic, disasm};

use crate::Analysis;
use crate::line::CursorLine;
use crate::page::HoverPage;

/// The most forms or instructions that are listed.
const ROWS_MAX: usize = 16;

impl Analysis {
    pub(super) fn instruction_page(&self, line: &CursorLine) -> Option<HoverPage> {
        let mnemonic = line.mnemonic()?;
        let statement = self.statement_on(line);
        // A `.eqv` may have made another instruction of the word.
        let form = statement.and_then(|statement| statement.form);
        let form = form.filter(|form| form.name() == mnemonic.name());
        let page = match form {
            Some(form) => form_page(form).and(self.outcome(line, form)),
            None => forms_page(mnemonic),
        };
        match self.service_of_syscall(line).filter(|_| mnemonic.name() == "syscall") {
            Some(service) => {
                let asked = format!("It asks for service {}.", service.title);
                let more = service.more.clone();
                Some(HoverPage { more, ..page.text(asked).and(service) })
            }
            None => Some(page),
        }
    }

    /// The expansion of the instruction on a line.
    fn outcome(&self, line: &CursorLine, form: InstructionForm) -> HoverPage {
        let page = HoverPage::new("", "");
        let made = self.made_by(line);
        let pseudo = form.pseudo();
        match (pseudo, made.is_empty()) {
            (Some(_), false) => page.text("Here it becomes").table(self.code_rows(made)),
            (Some(pseudo), true) => {
                let compact = self.options.map.is_compact();
                let text = pseudo.expansion_text(self.options.delayed_branching, compact);
                page.text("It stands for").code(text.replace("; ", "\n"))
            }
            (None, false) => page.table(self.code_rows(made)),
            (None, true) => page,
        }
    }

    /// The instruction words that a line made: all of a macro call's.
    pub(crate) fn made_by(&self, line: &CursorLine) -> &[ProgramWord] {
        let found = || {
            let program = self.program.as_ref()?;
            let address = self.statement_on(line)?.address?;
            let start = program.code.partition_point(|code| code.address < address);
            let code = program.code.get(start..)?;
            let first = program.statement(code.first()?.statement)?;
            let belongs = |code: &&ProgramWord| {
                // What a macro call made lies on other lines but has the root line of the call.
                program.statement(code.statement).is_some_and(|statement| {
                    (statement.root, statement.root_number) == (first.root, first.root_number)
                        && (statement.span == first.span
                            || matches!(
                                program.frames(&statement).last(),
                                Some(SourceFrame::Macro { .. })
                            ))
                })
            };
            // Bounded before it is looked at: a macro call can become thousands of words.
            let len = code.iter().take(ROWS_MAX).take_while(belongs).count();
            code.get(..len)
        };
        found().unwrap_or(&[])
    }

    /// Addresses, words and instructions, a row each.
    pub(crate) fn code_rows(&self, made: &[ProgramWord]) -> Vec<[String; 3]> {
        let row = |code: &ProgramWord| {
            let text = disasm::source_text(&code.instruction, code.address, &mut |address| {
                self.label_of(address)
            });
            [format!("{:#010x}", code.address), format!("{:08x}", code.word), text]
        };
        made.iter().map(row).collect()
    }

    fn label_of(&self, address: u32) -> Option<String> {
        let is_there = |symbol: &&OutlineLabel| symbol.address == Some(address);
        self.outline.symbols.iter().find(is_there).map(|symbol| symbol.name.clone())
    }

    /// The statement on a line.
    pub(crate) fn statement_on(&self, line: &CursorLine) -> Option<&OutlineStatement> {
        let start = line.place(line.head()?);
        self.statements.get(&(start.file, start.start)).map(|&idx| &self.outline.statements[idx])
    }
}

fn statement_text(form: InstructionForm) -> String {
    format!("{} {}", form.name(), form.syntax()).trim_end().to_owned()
}

/// One form of an instruction.
pub(crate) fn form_page(form: InstructionForm) -> HoverPage {
    let kind = match form {
        InstructionForm::Basic(_) => "instruction",
        InstructionForm::Pseudo(_) => "pseudo-instruction",
    };
    HoverPage::new(statement_text(form), kind)
        .text(form.summary())
        .code(form.example())
        .text(if form.is_extension() { "MARS does not have this form." } else { "" })
        .see(form.name())
}

/// An instruction without operands that would say which form it is.
pub(crate) fn forms_page(mnemonic: Mnemonic) -> HoverPage {
    let forms = mnemonic.forms();
    if let [form] = forms {
        return form_page(*form);
    }
    let row = |form: &InstructionForm| [statement_text(*form), form.summary().to_owned()];
    HoverPage::new(mnemonic.name(), "instruction")
        .table(forms.iter().take(ROWS_MAX).map(row))
        .see(mnemonic.name())
}
