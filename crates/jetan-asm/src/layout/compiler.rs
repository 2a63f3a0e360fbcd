//! Directives that compilers write: sections, boundaries of their own kind, common variables.

use jetan_isa::Directive;

use super::LayoutPass;
use crate::budget::cost;
use crate::limits;
use crate::literal;
use crate::problem::Problem;
use crate::report::{FixLocation, ProblemAdvice};
use crate::store::{LineIdx, LineSite};
use crate::token::{SourceToken, TokenKind};

/// The place of a section's contents.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum SectionKind {
    Text,
    Data,
    /// It is for linkers and debuggers, and no program reads it.
    Discarded,
    Unknown,
}

/// Sections that hold instructions, by the first part of their names.
const TEXT_SECTIONS: &[&str] = &[".text", ".init", ".fini"];

/// Sections that hold data.
const DATA_SECTIONS: &[&str] = &[
    ".data",
    ".data1",
    ".rodata",
    ".rodata1",
    ".rdata",
    ".sdata",
    ".sdata2",
    ".bss",
    ".sbss",
    ".sbss2",
    ".lit4",
    ".lit8",
    ".tdata",
    ".tbss",
    ".ctors",
    ".dtors",
    ".init_array",
    ".fini_array",
    ".preinit_array",
];

/// Sections for linkers and debuggers, by how their names begin.
const DISCARDED_SECTIONS: &[&str] = &[
    ".note",
    ".comment",
    ".debug",
    ".line",
    ".stab",
    ".mdebug",
    ".pdr",
    ".reginfo",
    ".MIPS.",
    ".gnu.",
    ".gptab",
    ".eh_frame",
    ".gcc_except_table",
    ".group",
    ".ident",
];

/// What the name of a section, and the flags after it, say about its contents.
fn section_kind(name: &str, flags: Option<&str>) -> SectionKind {
    let is_one_of = |sections: &[&str]| {
        sections.iter().any(|section| {
            let rest = name.strip_prefix(section);
            rest.is_some_and(|rest| rest.is_empty() || rest.starts_with('.'))
        })
    };
    // The flags are what the author says; a name alone is a custom.
    match flags {
        Some(flags) if flags.contains('a') && flags.contains('x') => return SectionKind::Text,
        Some(flags) if flags.contains('a') && flags.contains('w') => return SectionKind::Data,
        _ => {}
    }
    if is_one_of(TEXT_SECTIONS) {
        SectionKind::Text
    } else if is_one_of(DATA_SECTIONS) {
        SectionKind::Data
    } else if DISCARDED_SECTIONS.iter().any(|start| name.starts_with(start)) {
        SectionKind::Discarded
    } else if flags.is_some_and(|flags| flags.contains('a')) {
        SectionKind::Data
    } else {
        SectionKind::Unknown
    }
}

/// The flags after the name of a section, which are a string; the lexer leaves them alone.
fn flags_after(line: &str, name: SourceToken) -> Option<&str> {
    let rest = line.get(name.end as usize..)?.trim_start_matches([' ', '\t', ',']);
    let (flags, _) = rest.strip_prefix('"')?.split_once('"')?;
    Some(flags)
}

/// The boundary that an operand asks for; `None` if there cannot be one.
fn boundary_of(directive: Directive, number: i32) -> Option<u32> {
    let number = u32::try_from(number).ok()?;
    let boundary = match directive {
        Directive::P2align => 1_u32.checked_shl(number)?,
        // No boundary at all, as in GNU's assembler.
        _ => number.max(1),
    };
    (boundary.is_power_of_two() && boundary <= limits::BOUNDARY_MAX).then_some(boundary)
}

impl LayoutPass<'_, '_> {
    /// Sections for linkers and debuggers are left out; the others belong to a segment by their
    /// flags or their names. What is in doubt is data, and never lost.
    pub(super) fn section(&mut self, line: LineIdx, start: usize) {
        let Some(&token) = self.tokens.get(start + 1) else {
            let directive = self.word(line, self.tokens[start]);
            let advice = ProblemAdvice::help("write `.section .rodata`");
            let site = LineSite::token(line, self.tokens[start]);
            self.report(site, Problem::OneOperand { directive }, advice);
            return;
        };
        let before = (self.file.in_data, self.file.is_discarded);
        let name = self.word(line, token).trim_matches('"').to_owned();
        let flags = flags_after(self.store.text(line), token).map(str::to_owned);
        let kind = section_kind(&name, flags.as_deref());
        // The index past the end says that there is no operand: a section's name is not an address.
        let no_operand = self.tokens.len();
        if kind == SectionKind::Text {
            self.text_segment(Directive::Text, no_operand);
        } else {
            self.data_segment(Directive::Data, no_operand);
            self.file.is_discarded = kind == SectionKind::Discarded;
        }
        if kind == SectionKind::Unknown {
            let mut advice = ProblemAdvice::help(
                "say what it holds: `\"aw\"` after the name is for data, `\"ax\"` for instructions",
            );
            if flags.is_none() {
                advice = advice.and_fix(FixLocation::Behind, ", \"aw\"");
            }
            let problem = Problem::UnknownSection { name };
            self.report(LineSite::token(line, token), problem, advice);
        }
        self.file.before_section = before;
    }

    /// `.p2align` and `.balign`, whose further operands say what fills the gap.
    pub(super) fn align_to(&mut self, line: LineIdx, start: usize, directive: Directive) {
        let Some(&operand) = self.tokens.get(start + 1) else {
            let site = LineSite::token(line, self.tokens[start]);
            let directive = self.word(line, self.tokens[start]);
            let advice = ProblemAdvice::help("write `.p2align 2` or `.balign 4`");
            self.report(site, Problem::OneOperand { directive }, advice);
            return;
        };
        let boundary = self.boundary(line, directive, operand);
        // Instructions are aligned by themselves.
        if let Some(boundary) = boundary
            && (self.file.in_data || self.is_at_moved_data())
        {
            self.align(boundary);
        }
    }

    /// The boundary that an operand of a directive asks for; reports one that there cannot be.
    fn boundary(&mut self, line: LineIdx, directive: Directive, token: SourceToken) -> Option<u32> {
        let is_whole = token.is_integer() && !self.is_cut(line, token);
        let boundary = is_whole.then(|| boundary_of(directive, token.value)).flatten();
        if boundary.is_some() {
            return boundary;
        }
        let text = self.word(line, token);
        let largest = limits::BOUNDARY_MAX;
        let number = u32::try_from(token.value).ok().filter(|_| is_whole);
        let (help, meant) = match (directive, number) {
            // The bytes were probably written where their logarithm belongs.
            (Directive::P2align, Some(bytes)) if bytes.is_power_of_two() && bytes <= largest => (
                format!("`.p2align {0}` aligns to {bytes} bytes", bytes.ilog2()),
                Some(bytes.ilog2()),
            ),
            (Directive::P2align, _) => {
                (format!("`.p2align 2` aligns to 4 bytes; {} is the most", largest.ilog2()), None)
            }
            (_, Some(number)) if number < largest => {
                let next = number.next_power_of_two();
                (format!("the next power of two is {next}"), Some(next))
            }
            _ => (format!("a boundary is 1, 2, 4, 8 and so on, up to {largest}"), None),
        };
        let mut advice = ProblemAdvice::help(help);
        if let Some(meant) = meant {
            advice = advice.and_fix(FixLocation::Marked, meant.to_string());
        }
        self.report(LineSite::token(line, token), Problem::BadBoundary { text }, advice);
        None
    }

    /// Whether a number has more than 32 bits, of which MARS keeps the lower ones.
    fn is_cut(&self, line: LineIdx, token: SourceToken) -> bool {
        literal::wide(token.text(self.store.text(line))).is_some()
    }

    /// Warns of numbers that lose their upper bits.
    pub(super) fn warn_of_wide_numbers(&mut self, line: LineIdx, from: usize) {
        if self.dialect().silent_wide_numbers {
            return;
        }
        for at in from..self.tokens.len() {
            let token = self.tokens[at];
            if token.kind == TokenKind::Integer && self.is_cut(line, token) {
                let kept = token.value;
                let advice = ProblemAdvice::help(format!("numbers have 32 bits; {kept} is used"));
                let text = self.word(line, token);
                self.report(LineSite::token(line, token), Problem::Truncated { text }, advice);
            }
        }
    }

    /// Room for a variable, in the data segment wherever the line stands.
    pub(super) fn common(&mut self, line: LineIdx, start: usize, directive: Directive) {
        let token = self.tokens[start];
        let usage = || {
            let name = directive.name();
            ProblemAdvice::help(format!(
                "write `{name} label, size`, with a size up to {}",
                i32::MAX
            ))
        };
        let (label, size, boundary) = match self.tokens[start + 1..] {
            [label, size] => (label, size, None),
            [label, size, boundary] => (label, size, Some(boundary)),
            _ => {
                let problem = Problem::ExternOperands { directive: self.word(line, token) };
                self.report(LineSite::token(line, token), problem, usage());
                return;
            }
        };
        let is_size = size.is_integer() && size.value >= 0 && !self.is_cut(line, size);
        if !label.is_name() || !is_size {
            let problem = Problem::ExternSize { directive: self.word(line, token) };
            self.report(LineSite::token(line, token), problem, usage());
            return;
        }
        let boundary = match boundary {
            Some(boundary) => self.boundary(line, directive, boundary),
            None => Some(4),
        };
        if let Some(boundary) = boundary {
            self.reserve(line, directive, (label, size), boundary);
        }
    }

    fn reserve(
        &mut self,
        line: LineIdx,
        directive: Directive,
        (label, size): (SourceToken, SourceToken),
        boundary: u32,
    ) {
        self.report.budget.spend(cost::LABEL);
        self.align(boundary);
        let address = self.data_counter.get();
        let bytes = size.value as u32;
        // A variable that ends outside its segment would fail only when it is used.
        let last = address.saturating_add(bytes.saturating_sub(1));
        let region = self.options.region_of(last);
        if bytes > 0 && (region.is_none() || region != self.options.region_of(address)) {
            let problem = Problem::InvalidDataAddress { address: last };
            let advice = crate::advice::data_address(self.options);
            self.report(LineSite::token(line, size), problem, advice);
            return;
        }
        let name = self.names.intern(label.text(self.store.text(line)));
        let site = LineSite::token(line, label);
        // A name that is known keeps its place without a message: C declares a common variable in
        // every file that uses it.
        let is_new = if directive == Directive::Comm {
            self.globals.define(name, address, true, site).is_ok()
        } else {
            let symbols = &mut self.units[self.file.unit as usize].symbols;
            symbols.define(name, address, true, site).is_ok()
        };
        if is_new {
            self.data_counter.advance(bytes);
        }
    }
}
