//! Pages about registers.

use jetan_isa::registers::REGISTERS;
use jetan_isa::{Cp0, FReg, OperandSlot, Reg};

use crate::Analysis;
use crate::line::CursorLine;
use crate::page::HoverPage;

impl Analysis {
    /// The register token at an index; in some places it is one of coprocessor 0.
    pub(super) fn register_page(&self, line: &CursorLine, at: usize) -> HoverPage {
        let number = line.tokens[at].value as u8;
        // `$12` is `$t4` in most places and Status in `mfc0`: only the form of the statement tells.
        let slot = at.checked_sub(line.labels + 1).and_then(|operand| {
            let form = self.statement_on(line)?.form?;
            form.slots().as_slice().get(operand).copied()
        });
        match Cp0::from_number(number).filter(|_| slot == Some(OperandSlot::Cp0)) {
            Some(cp0) => HoverPage::new(cp0.name(), "register of coprocessor 0")
                .text(cp0.row().summary)
                .see(cp0.short_name()),
            None => cpu_page(Reg::at_index(number)),
        }
    }
}

pub(crate) fn cpu_page(reg: Reg) -> HoverPage {
    HoverPage::new(reg.name(), format!("register {}", reg.number()))
        .text(REGISTERS[reg.index()].summary)
        .table(reg.convention().map(|calls| ["calls".to_owned(), calls.to_owned()]))
        .see(reg.name())
}

pub(super) fn float_page(number: u8) -> Option<HoverPage> {
    let freg = FReg::new(number)?;
    let (even, odd) = (FReg::at_index(number & !1), FReg::at_index(number | 1));
    let text = format!(
        "Holds a single; {even} and {odd} together hold a double, which goes by the name {even}."
    );
    Some(HoverPage::new(freg.name(), "floating-point register").text(text).see(freg.name()))
}
