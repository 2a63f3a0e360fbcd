//! The first pass: every line is taken apart, labels get addresses, data is stored, and the
//! instructions are matched with their forms, so that the second pass only fills in labels.

mod call;
mod compiler;
mod constants;
mod directive;
mod expression;
mod instruction;
mod macros;
mod store_data;

pub(crate) use macros::is_parameter;

use jetan_isa::{Directive, Mnemonic, OperandSlot};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::budget::cost;
use crate::data::DataImage;
use crate::dialect::Dialect;
use crate::limits;
use crate::options::AssemblyOptions;
use crate::problem::Problem;
use crate::reading::eqv::EqvTable;
use crate::report::{DiagnosticSink, FixLocation, ProblemAdvice};
use crate::source::FileId;
use crate::statement::ParsedStatement;
use crate::store::{LineIdx, LineSite, LineStore};
use crate::symbols::{NameId, NameInterner, SymbolEntry, SymbolTable};
use crate::token::{SourceToken, TokenKind};
use macros::{FileMacros, OpenMacro};

/// A file that is assembled by itself, with all it includes.
pub(crate) struct AssemblyUnit {
    pub(crate) root: FileId,
    /// The lines in the store: the first, and one past the last.
    pub(crate) lines: (LineIdx, LineIdx),
    pub(crate) equivalents: EqvTable,
    pub(crate) symbols: SymbolTable,
    /// Names that are probably labels without their colons; that was reported.
    pub(crate) presumed: FxHashSet<NameId>,
}

impl AssemblyUnit {
    pub(crate) fn new(
        root: FileId,
        lines: (LineIdx, LineIdx),
        equivalents: EqvTable,
    ) -> AssemblyUnit {
        let (symbols, presumed) = (SymbolTable::default(), FxHashSet::default());
        AssemblyUnit { root, lines, equivalents, symbols, presumed }
    }
}

/// A label in data that was not known yet when its place was stored.
#[derive(Clone, Copy)]
pub(crate) struct DataReference {
    unit: u32,
    address: u32,
    bytes: u8,
    name: NameId,
    /// Another label, whose address is subtracted.
    minus: Option<NameId>,
    /// Added to its address.
    addend: i32,
    site: LineSite,
}

/// The segment of a pair that is being filled.
#[derive(Clone, Copy, PartialEq, Eq)]
enum SegmentOwner {
    User,
    Kernel,
}

/// The next free addresses of a pair of segments.
struct LocationCounter {
    user: u32,
    kernel: u32,
    space: SegmentOwner,
}

impl LocationCounter {
    fn get(&self) -> u32 {
        match self.space {
            SegmentOwner::User => self.user,
            SegmentOwner::Kernel => self.kernel,
        }
    }

    fn set(&mut self, address: u32) {
        match self.space {
            SegmentOwner::User => self.user = address,
            SegmentOwner::Kernel => self.kernel = address,
        }
    }

    fn advance(&mut self, bytes: u32) {
        // MARS: counters wrap like any `int`; an address is tested when something is stored there.
        self.set(self.get().wrapping_add(bytes));
    }
}

/// The state that one file carries from line to line.
#[expect(clippy::struct_excessive_bools, reason = "each is a state of its own")]
struct FileState {
    unit: u32,
    in_data: bool,
    auto_align: bool,
    data_directive: Directive,
    /// Whether something that belongs into the other segment was reported since the last change.
    is_misplaced: bool,
    macros: FileMacros,
    opened: Option<OpenMacro>,
    globals: Vec<(NameId, LineSite)>,
    /// The number of times that each number has been a label.
    locals: FxHashMap<i32, u32>,
    /// The numbers that names stand for which reading could not replace.
    constants: FxHashMap<NameId, i64>,
    /// The number of labels without a name.
    hidden: u32,
    /// Whether what follows belongs to a section that no program needs.
    is_discarded: bool,
    /// The labels at an address of the code that no instruction has followed yet.
    waiting: WaitingLabels,
    /// The segment before the last `.section`: whether it was data, and whether it was discarded.
    before_section: (bool, bool),
}

/// Labels in the text segment that may turn out to be labels of data.
#[derive(Default)]
struct WaitingLabels {
    names: Vec<NameId>,
    /// The address of the next instruction.
    address: u32,
    /// Whether data was stored since the last instruction.
    has_data: bool,
}

/// The first pass and what it has found out so far.
pub(crate) struct LayoutPass<'a, 'o> {
    pub(crate) store: LineStore<'a>,
    pub(crate) report: DiagnosticSink,
    pub(crate) options: &'o AssemblyOptions,
    pub(crate) names: NameInterner,
    pub(crate) units: Vec<AssemblyUnit>,
    pub(crate) globals: SymbolTable,
    pub(crate) statements: Vec<ParsedStatement>,
    pub(crate) data: DataImage,
    references: Vec<DataReference>,
    text_counter: LocationCounter,
    data_counter: LocationCounter,
    extern_address: u32,
    /// The diagnostic of each undefined label of a unit.
    undefined: FxHashMap<(u32, NameId), usize>,
    file: FileState,
    expanded_lines: usize,
    /// The tokens of the line at hand, without comments.
    tokens: Vec<SourceToken>,
    /// The addresses that were made of several of them.
    addresses: Vec<expression::ComposedAddress>,
}

/// Whether a word that only we know as an instruction is followed by a label, which may be named
/// like an instruction.
fn takes_label(word: &str) -> bool {
    let forms = Mnemonic::known(word).map_or(&[][..], |known| known.forms());
    forms.iter().any(|form| form.slots().as_slice().first() == Some(&OperandSlot::Label))
}

impl<'a, 'o> LayoutPass<'a, 'o> {
    pub(crate) fn new(
        store: LineStore<'a>,
        report: DiagnosticSink,
        options: &'o AssemblyOptions,
        units: Vec<AssemblyUnit>,
    ) -> LayoutPass<'a, 'o> {
        let map = &options.map;
        let counter = |user, kernel| LocationCounter { user, kernel, space: SegmentOwner::User };
        LayoutPass {
            store,
            report,
            options,
            names: NameInterner::default(),
            units,
            globals: SymbolTable::default(),
            statements: Vec::new(),
            data: DataImage::default(),
            references: Vec::new(),
            text_counter: counter(map.text_base, map.ktext_base),
            data_counter: counter(map.static_base, map.kdata_base),
            extern_address: map.extern_base,
            undefined: FxHashMap::default(),
            file: FileState::new(0),
            expanded_lines: 0,
            tokens: Vec::new(),
            addresses: Vec::new(),
        }
    }

    fn dialect(&self) -> Dialect {
        self.options.dialect
    }

    /// Takes all files apart.
    pub(crate) fn run(&mut self) {
        for unit in 0..self.units.len() {
            if self.report.is_full() {
                break;
            }
            self.file(unit as u32);
        }
        // After the last file, since a reference may name a global label of a later one.
        self.resolve_references();
    }

    fn file(&mut self, unit: u32) {
        self.file = FileState::new(unit);
        // MARS: user or kernel carries over into the next file, text or data does not.
        if !self.dialect().segment_leaks {
            self.text_counter.space = SegmentOwner::User;
            self.data_counter.space = SegmentOwner::User;
        }
        let (first, end) = self.units[unit as usize].lines;
        for line in first..end {
            if self.report.is_full() {
                break;
            }
            self.tokens.clear();
            let tokens = self.store.tokens(line);
            self.tokens.extend(tokens.iter().filter(|token| token.kind != TokenKind::Comment));
            self.line_with_calls(line);
        }
        if let Some(opened) = self.file.opened.take() {
            // MARS: comes after all other messages of the file and before those about `.globl`.
            self.report_unclosed(&opened);
        }
        self.transfer_globals();
        self.resolve_local_references(unit);
    }

    /// Assembles the line whose tokens are at hand, and all that a macro call in it makes.
    fn line_with_calls(&mut self, line: LineIdx) {
        if let Some(call) = self.line(line) {
            self.expand_call(call);
        }
    }

    /// Assembles one line; returns the macro call it is, if it is one.
    fn line(&mut self, line: LineIdx) -> Option<call::MacroCall> {
        self.addresses.clear();
        let is_bad = self.store.line(line).bad && !self.dialect().malformed_words_cascade;
        // An open macro is still followed through a discarded section, or its `.end_macro` would be
        // lost.
        if self.file.is_discarded && self.file.opened.is_none() && !self.is_segment_directive() {
            return None;
        }
        if self.file.opened.is_some() {
            self.line_in_macro(line, is_bad);
            return None;
        }
        let mut start = self.strip_labels(line);
        if !is_bad && !self.dialect().missing_colon_cascades && self.is_missing_colon(line, start) {
            self.report_missing_colon(line, start);
            start += 1;
        }
        let &token = self.tokens.get(start)?;
        // Its lexical error was reported; more would only confuse.
        if is_bad {
            return None;
        }
        if self.is_assignment() {
            self.define_constant(line, 0, 2);
            return None;
        }
        if token.kind == TokenKind::Directive {
            // Operands of other directives are names, files and macro parameters, which must not be
            // folded.
            if !directive::computes(token) || self.fold(line, start + 1, true) {
                self.directive(line, start);
            }
            return None;
        }
        // Macros before instructions: a macro may be named like an instruction that MARS does not
        // have.
        if !self.file.macros.is_empty()
            && let Some(call) = self.find_call(line, start)
        {
            return Some(call);
        }
        self.plain_line(line, start, token);
        None
    }

    /// `NAME = value`, which was dealt with when the file was read, unless it depends on its place.
    fn is_assignment(&self) -> bool {
        self.tokens.get(1).is_some_and(|token| token.kind == TokenKind::Equals)
    }

    /// A line that is neither directive nor macro call.
    fn plain_line(&mut self, line: LineIdx, start: usize, token: SourceToken) {
        let text = self.store.text(line);
        if token.kind == TokenKind::Identifier && token.text(text).starts_with('.') {
            let name = token.text(text).to_owned();
            let advice = crate::advice::unknown_directive(&name);
            self.report(LineSite::token(line, token), Problem::UnknownDirective { name }, advice);
            return;
        }
        if !self.file.in_data {
            // The operands of anything else are left as they stand, for its message.
            let is_known = Mnemonic::known(token.text(text)).is_some();
            // MARS has no such option, so that its dialect says what MARS makes of the source.
            if self.options.bare_registers && self.dialect() != Dialect::MARS {
                self.find_bare_registers(line, start + 1);
            }
            if !is_known || self.fold(line, start + 1, false) {
                self.instruction(line, start);
            }
            return;
        }
        let continues = matches!(
            token.kind,
            TokenKind::Plus
                | TokenKind::Minus
                | TokenKind::String
                | TokenKind::Identifier
                | TokenKind::Integer
                | TokenKind::Character
                | TokenKind::Real
        );
        if continues {
            if self.fold(line, start, true) {
                self.continue_data(line, start);
            }
        } else if !self.dialect().silent_data_lines && !self.file.is_misplaced {
            // One stands for all that follow: what is missing is a single `.text`.
            self.file.is_misplaced = true;
            let text = token.text(text).to_owned();
            let advice = crate::advice::in_data(token.kind);
            self.report(LineSite::token(line, token), Problem::InstructionInData { text }, advice);
        }
    }

    /// Defines the labels that a line starts with; returns where the rest begins.
    fn strip_labels(&mut self, line: LineIdx) -> usize {
        let mut start = 0;
        while let Some([name, colon]) = self.tokens.get(start..start + 2)
            && colon.kind == TokenKind::Colon
            && (name.is_name() || self.is_local_label(line, *name))
        {
            let name = *name;
            if name.is_name() {
                self.define_label(line, name);
            } else {
                self.define_local(line, name);
            }
            start += 2;
            if self.dialect().one_label_per_line {
                break;
            }
        }
        start
    }

    /// Whether a number is one that can be a label.
    fn is_local_label(&self, line: LineIdx, token: SourceToken) -> bool {
        let text = token.text(self.store.text(line));
        // The same six digits that `lexer::local` accepts in `1b` and `1f`.
        let is_number = text.len() <= 6 && text.bytes().all(|byte| byte.is_ascii_digit());
        token.kind == TokenKind::Integer && is_number && !self.dialect().no_local_labels
    }

    /// Whether a name is followed by a directive or an instruction, and not a macro's.
    fn is_missing_colon(&self, line: LineIdx, start: usize) -> bool {
        let Some(&[name, next]) = self.tokens.get(start..start + 2) else { return false };
        let text = self.store.text(line);
        let word = name.text(text);
        let gap = text.get(name.end as usize..next.start as usize).unwrap_or("");
        name.kind == TokenKind::Identifier
            && matches!(next.kind, TokenKind::Directive | TokenKind::Mnemonic)
            // `.name` is an unknown directive and `$name` most often a mistyped register; both have
            // messages of their own.
            && !word.starts_with(['.', '$'])
            && !gap.contains(',')
            && !takes_label(word)
            && !self.file.macros.knows(word)
    }

    /// The label is defined all the same, so that its uses are not errors.
    fn report_missing_colon(&mut self, line: LineIdx, start: usize) {
        let token = self.tokens[start];
        let name = token.text(self.store.text(line)).to_owned();
        let advice = ProblemAdvice::help(format!("put a colon after the label: `{name}:`"))
            .and_fix(FixLocation::Behind, ":");
        self.report(LineSite::token(line, token), Problem::MissingColon { name }, advice);
        self.define_label(line, token);
    }

    fn define_label(&mut self, line: LineIdx, token: SourceToken) {
        self.report.budget.spend(cost::LABEL);
        let name = self.names.intern(token.text(self.store.text(line)));
        let is_data = self.file.in_data;
        let address = if is_data { self.data_counter.get() } else { self.text_counter.get() };
        let site = LineSite::token(line, token);
        let symbols = &mut self.units[self.file.unit as usize].symbols;
        if let Err(first) = symbols.define(name, address, is_data, site) {
            let name = self.names.text(name).to_owned();
            let advice = ProblemAdvice::label("defined again here")
                .and_label(self.store.span(first.site), "first defined here")
                .and_help("every label needs a name of its own in its file");
            self.report(site, Problem::DuplicateLabel { name }, advice);
        } else if !is_data {
            self.wait_for_data(name, address);
        }
    }

    /// Remembers a label in the text segment that data may follow.
    fn wait_for_data(&mut self, name: NameId, address: u32) {
        if self.file.waiting.address != address {
            self.file.waiting = WaitingLabels { address, ..WaitingLabels::default() };
        }
        self.file.waiting.names.push(name);
    }

    fn report(&mut self, site: LineSite, problem: Problem, advice: ProblemAdvice) {
        self.report.add(&self.store, site, problem, advice);
    }

    /// Moves what `.globl` names to the global table.
    fn transfer_globals(&mut self) {
        let declared = std::mem::take(&mut self.file.globals);
        let mut seen = FxHashSet::default();
        for (name, site) in declared {
            // MARS: the second time the label has left the file's table, and is called undefined
            // (S39).
            if !seen.insert(name) && !self.dialect().repeated_globl {
                continue;
            }
            let text = self.names.text(name).to_owned();
            // Its missing colon was reported, and that is the mistake.
            if self.units[self.file.unit as usize].presumed.contains(&name) {
                continue;
            }
            let symbols = &mut self.units[self.file.unit as usize].symbols;
            if symbols.get(name).is_none() {
                let advice = if self.report.wants_advice(symbols.len()) {
                    crate::advice::undefined(
                        &text,
                        symbols.entries().map(|entry| self.names.text(entry.name)),
                    )
                } else {
                    ProblemAdvice::default()
                };
                self.report(site.late(), Problem::GlobalNotDefined { name: text }, advice);
            } else if let Some(first) = self.globals.get(name) {
                let advice = ProblemAdvice::label("declared global again here")
                    .and_label(self.store.span(first.site), "the other one is defined here");
                self.report(site.late(), Problem::GlobalTwice { name: text }, advice);
            } else if let Some(entry) = symbols.take(name) {
                // The name is free, as was just seen.
                let _ = self.globals.define(name, entry.address, entry.is_data, entry.site);
            }
        }
    }

    /// The address of a label as a file sees it: its own, else a global one.
    pub(crate) fn address(&self, unit: u32, name: NameId) -> Option<u32> {
        self.symbol(unit, name).map(|entry| entry.address)
    }

    pub(crate) fn symbol(&self, unit: u32, name: NameId) -> Option<&SymbolEntry> {
        self.units[unit as usize].symbols.get(name).or_else(|| self.globals.get(name))
    }

    /// MARS fills in labels of the file itself as soon as the file is done.
    fn resolve_local_references(&mut self, unit: u32) {
        // Taken out of `self`, because patching borrows the data mutably in the closure.
        let mut open = std::mem::take(&mut self.references);
        open.retain(|reference| {
            let symbols = &self.units[unit as usize].symbols;
            let is_ready = reference.unit == unit && reference.minus.is_none();
            match symbols.get(reference.name).filter(|_| is_ready) {
                Some(entry) => {
                    patch(&mut self.data, reference, entry.address);
                    false
                }
                None => true,
            }
        });
        self.references = open;
    }

    fn resolve_references(&mut self) {
        for reference in std::mem::take(&mut self.references) {
            let DataReference { unit, name, minus, site, .. } = reference;
            let address = |name: NameId| self.address(unit, name).ok_or(name);
            let base = minus.map_or(Ok(0), address);
            match address(name).and_then(|address| Ok(address.wrapping_sub(base?))) {
                Ok(address) => patch(&mut self.data, &reference, address),
                Err(name) => self.report_undefined(unit, name, site),
            }
        }
    }

    pub(crate) fn report_undefined(&mut self, unit: u32, name: NameId, site: LineSite) {
        if self.units[unit as usize].presumed.contains(&name) {
            return;
        }
        if !self.dialect().every_use_reported {
            // The diagnostic that is added below gets this index, and further uses are mentioned in
            // it.
            let next = self.report.len();
            let known = *self.undefined.entry((unit, name)).or_insert(next);
            if known != next {
                let span = self.store.span(site);
                self.report.mention(known, span, "and here", limits::FURTHER_USES_MAX);
                return;
            }
        }
        if let Some((number, count)) = self.names.text(name).split_once('#') {
            // Labels of a number are counted from 1, so that 0 is one that was looked for before
            // any of them; the others were looked for behind the last.
            let is_behind = count != "0";
            let text = format!("{number}{}", if is_behind { 'f' } else { 'b' });
            let advice = crate::advice::undefined_local(number, is_behind);
            self.report(site.late(), Problem::UndefinedSymbol { name: text }, advice);
            return;
        }
        let text = self.names.text(name).to_owned();
        // Looking for a similar name compares with all of these, so advice is rationed by their
        // number.
        let names = self.units[unit as usize].symbols.len() + self.globals.len();
        let advice = if self.report.wants_advice(names) {
            let local = self.units[unit as usize].symbols.entries();
            let known = local.chain(self.globals.entries()).map(|e| self.names.text(e.name));
            match self.private_definition(unit, name) {
                // A label of this very name in another file explains more than a similar one in
                // this file.
                Some((span, file)) => ProblemAdvice::help(format!("add `.globl {text}` to {file}"))
                    .and_fix(FixLocation::Above(Some(span)), format!(".globl {text}"))
                    .and_label(span, "defined here, but only for its own file"),
                None => crate::advice::undefined(&text, known),
            }
        } else {
            ProblemAdvice::default()
        };
        self.report(site.late(), Problem::UndefinedSymbol { name: text }, advice);
    }

    /// The definition of a label that another file keeps to itself.
    fn private_definition(&self, unit: u32, name: NameId) -> Option<(crate::source::Span, String)> {
        let (_, other) = (0..)
            .zip(&self.units)
            .find(|&(idx, other)| idx != unit && other.symbols.get(name).is_some())?;
        let entry = other.symbols.get(name)?;
        let file = self.store.sources.file(other.root).name().to_owned();
        Some((self.store.span(entry.site), file))
    }
}

impl FileState {
    fn new(unit: u32) -> FileState {
        FileState {
            unit,
            in_data: false,
            auto_align: true,
            data_directive: Directive::Word,
            is_misplaced: false,
            macros: FileMacros::default(),
            opened: None,
            globals: Vec::new(),
            locals: FxHashMap::default(),
            constants: FxHashMap::default(),
            hidden: 0,
            is_discarded: false,
            before_section: (false, false),
            waiting: WaitingLabels::default(),
        }
    }
}

/// Fills a label's address in where it was left open.
fn patch(data: &mut DataImage, reference: &DataReference, address: u32) {
    let bytes = address.wrapping_add(reference.addend as u32).to_le_bytes();
    // The place was stored before, so there is room for it.
    let _ = data.store(reference.address, &bytes[..reference.bytes as usize]);
}
