//! The service that a `syscall` asks for, if its number is set nearby.

use jetan_asm::literal;
use jetan_asm::outline::ReferenceTarget;
use jetan_asm::token::{SourceToken, TokenKind};
use jetan_isa::pack::PackService;
use jetan_isa::syscalls::ServiceRow;
use jetan_isa::{Mnemonic, OperandSlot, Reg, Service};

use crate::Analysis;
use crate::line::CursorLine;
use crate::page::HoverPage;

/// The most lines between the number and its `syscall`.
const SYSCALL_LINES_MAX: u32 = 16;

impl Analysis {
    /// The service whose number a token of a line is, if a `syscall` follows.
    pub(crate) fn service_of_number(
        &self,
        line: &CursorLine,
        token: SourceToken,
    ) -> Option<HoverPage> {
        let (operand, number) = self.number_loaded(line)?;
        // Any number can be loaded into `$v0`: it is a result unless a `syscall` follows.
        if operand != token || !self.leads_to_syscall(line) {
            return None;
        }
        self.service(number)
    }

    /// The service that a `syscall` asks for, if its number is loaded shortly before it.
    pub(crate) fn service_of_syscall(&self, line: &CursorLine) -> Option<HoverPage> {
        let first = line.idx.saturating_sub(SYSCALL_LINES_MAX);
        for idx in (first..line.idx).rev() {
            let before = self.line(line.span.file, idx);
            if let Some((_, number)) = self.number_loaded(&before) {
                return self.service(number);
            }
            // A label may be jumped to with another number in `$v0`.
            if before.labels > 0 || is_obstacle(&before) {
                return None;
            }
        }
        None
    }

    /// The number that a line loads into `$v0`, and where it is written.
    fn number_loaded(&self, line: &CursorLine) -> Option<(SourceToken, i32)> {
        let value = match (line.mnemonic()?.name(), line.operands()) {
            ("li", [to, value]) if is_register(*to, Reg::V0) => *value,
            ("addi" | "addiu" | "ori", [to, zero, value])
                if is_register(*to, Reg::V0) && is_register(*zero, Reg::ZERO) =>
            {
                *value
            }
            _ => return None,
        };
        Some((value, self.integer(line, value)?))
    }

    /// The value of an operand: a number, or a name that stands for one.
    pub(crate) fn integer(&self, line: &CursorLine, token: SourceToken) -> Option<i32> {
        if token.is_integer() {
            return Some(token.value);
        }
        let span = line.place(token);
        let occurrence = self.names.at(span.file, span.start)?;
        match occurrence.target {
            ReferenceTarget::Equivalent(idx) => integer(&self.outline.equivalents[idx].text),
            _ => None,
        }
    }

    fn leads_to_syscall(&self, line: &CursorLine) -> bool {
        for idx in line.idx + 1..=line.idx + SYSCALL_LINES_MAX {
            let after = self.line(line.span.file, idx);
            if after.mnemonic().is_some_and(|mnemonic| mnemonic.name() == "syscall") {
                return true;
            }
            if is_obstacle(&after) || self.number_loaded(&after).is_some() {
                return false;
            }
        }
        false
    }

    /// The page of a service, of the pack or built in.
    pub(crate) fn service(&self, number: i32) -> Option<HoverPage> {
        let number = u32::try_from(number).ok()?;
        // A pack may describe a built-in service in the words of its course.
        let of_pack = self.pack.as_deref().and_then(|pack| {
            let service = pack.service(number)?;
            Some(pack_page(service, &pack.name))
        });
        of_pack.or_else(|| Some(page(Service::from_number(number)?.row())))
    }
}

/// The integer that a text spells by itself.
pub(crate) fn integer(text: &str) -> Option<i32> {
    let number = || literal::integer(text).or_else(|| literal::binary(text));
    number().or_else(|| literal::character(text, true))
}

fn is_register(token: SourceToken, reg: Reg) -> bool {
    token.kind == TokenKind::Register && token.value == i32::from(reg.number())
}

/// Whether the line may go elsewhere, or change `$v0`.
fn is_obstacle(line: &CursorLine) -> bool {
    let goes = |mnemonic: Mnemonic| {
        let forms = mnemonic.forms();
        let name = mnemonic.name();
        // Every instruction with `j` jumps; of those with `b`, `break` has no label.
        name.starts_with('j')
            || name == "syscall"
            || name.starts_with('b') && {
                forms.iter().any(|form| form.slots().as_slice().contains(&OperandSlot::Label))
            }
    };
    let writes = |mnemonic: Mnemonic| {
        // The first operand of a store is read.
        let stores = mnemonic.name().starts_with("sw") || mnemonic.name().starts_with("sb");
        !stores && line.operands().first().is_some_and(|to| is_register(*to, Reg::V0))
    };
    line.mnemonic().is_some_and(|mnemonic| goes(mnemonic) || writes(mnemonic))
}

/// The page of a built-in service.
pub(crate) fn page(row: &ServiceRow) -> HoverPage {
    let registers = [("takes", row.arguments), ("gives", row.results)];
    let rows = registers
        .into_iter()
        .filter(|(_, registers)| !registers.is_empty())
        .map(|(title, registers)| [title.to_owned(), registers.to_owned()]);
    let mars = if row.is_extension { "MARS 4.5 does not have it." } else { "" };
    HoverPage::new(format!("{}: {}", row.number, row.name), "service")
        .text(row.summary)
        .table(rows)
        .code(row.example())
        .text(mars)
        .see(format!("syscall {}", row.number))
}

/// The page of a service of a pack.
pub(crate) fn pack_page(service: &PackService, pack: &str) -> HoverPage {
    let arguments = service.arguments.iter().map(|argument| {
        let values = argument.values.iter().map(|(value, text)| format!("; {value} {text}"));
        let meaning = argument.meaning() + &values.collect::<String>();
        ["takes".to_owned(), argument.reg.name().to_owned(), meaning]
    });
    let results = service
        .results
        .iter()
        .map(|outcome| ["gives".to_owned(), outcome.reg.name().to_owned(), outcome.meaning()]);
    HoverPage::new(format!("{}: {}", service.number, service.name), format!("service of {pack}"))
        .text(service.summary.as_str())
        .table(arguments.chain(results))
        .see(format!("{pack} {}", service.number))
}
