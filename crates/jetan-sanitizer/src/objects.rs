//! The symbol that an address belongs to, and the end of that.
//!
//! A label that nothing in the program refers to does not begin an object of its own: rows of a
//! table are often labelled for the reader. Where two labels share an address, one of them names
//! the group that follows, so such an object has no end.

use jetan_asm::program::{ProgramSymbol, ProgramWord};
use jetan_asm::{Program, SourceSet};
use jetan_isa::{Op, SegmentKind};

use jetan_symbols::DebugSymbols;
use jetan_symbols::data::{DataKind, declared};

/// Something with an address and an end.
#[derive(Clone, Debug)]
pub(super) struct DataObject {
    /// The name of a symbol; none for memory that `sbrk` gave.
    pub(super) name: Option<String>,
    pub(super) start: u32,
    pub(super) end: u32,
    /// Whether nothing tells where it ends but the end of the memory that the image fills.
    pub(super) is_last: bool,
}

/// The objects of a program, the first of which stands for everything that is not known.
pub(super) struct ObjectTable {
    all: Vec<DataObject>,
    /// The first address and the length of each, apart because every access looks at them. What
    /// may be reached from above, such as a label that names an end, begins at 0 here.
    spans: Vec<(u32, u32)>,
    /// The bytes of the elements of each that is declared as words or as halves; 0 for others.
    element_bytes: Vec<u8>,
    /// For each word of the machine's text the object whose address it makes.
    made: Vec<u32>,
    /// The number of symbols among them.
    symbols: usize,
}

/// The most objects there are; addresses of later sbrk blocks are not followed.
// An entry of the shadow has 28 bits for the number of an object.
const OBJECTS_MAX: usize = 1 << 24;

impl ObjectTable {
    /// The objects of a program in a machine whose text begins at `base`.
    pub(super) fn new(names: &DebugSymbols, base: u32) -> ObjectTable {
        let constants = constants(names);
        let mut all = vec![DataObject { name: None, start: 0, end: u32::MAX, is_last: false }];
        all.extend(symbols(names, &constants));
        let mut made = Vec::new();
        for &(pc, address) in &constants {
            let idx = (pc.wrapping_sub(base) / 4) as usize;
            if idx >= made.len() {
                made.resize(idx + 1, 0);
            }
            made[idx] = number_of(&all, address);
        }
        let spans = all.iter().map(span).collect();
        let element_bytes = all.iter().map(|object| element_bytes(names, object)).collect();
        let symbols = all.len();
        ObjectTable { all, spans, element_bytes, made, symbols }
    }

    /// The number of the object whose address an instruction makes; 0 if it makes something else.
    #[inline(always)]
    pub(super) fn made_at(&self, index: usize) -> u32 {
        self.made.get(index).copied().unwrap_or(0)
    }

    /// Whether an address lies before the start or past the end of an object.
    #[inline(always)]
    pub(super) fn is_outside(&self, number: u32, address: u32) -> bool {
        let span = self.spans.get(number as usize);
        span.is_some_and(|&(start, bytes)| address.wrapping_sub(start) >= bytes)
    }

    /// Whether an object was declared by `.word`.
    #[inline(always)]
    pub(super) fn is_words(&self, number: u32) -> bool {
        self.element_bytes(number) == 4
    }

    /// The bytes of an element of an object that was declared by `.word` or `.half`; 0 otherwise.
    #[inline(always)]
    pub(super) fn element_bytes(&self, number: u32) -> u32 {
        self.element_bytes.get(number as usize).map_or(0, |&bytes| bytes.into())
    }

    pub(super) fn get(&self, number: u32) -> &DataObject {
        self.all.get(number as usize).unwrap_or(&self.all[0])
    }

    /// The object that an address lies in; 0 if in none.
    pub(super) fn at(&self, address: u32) -> u32 {
        // Symbols and blocks are each in order of address; together they need not be.
        let symbol = number_of(&self.all[..self.symbols], address);
        if symbol != 0 {
            return symbol;
        }
        let blocks = &self.all[self.symbols..];
        let idx = blocks.partition_point(|block| block.start <= address);
        match idx.checked_sub(1).map(|idx| &blocks[idx]) {
            Some(block) if address < block.end => (self.symbols + idx - 1) as u32,
            _ => 0,
        }
    }

    /// Adds memory that `sbrk` gave; its number.
    pub(super) fn add_block(&mut self, start: u32, end: u32) -> u32 {
        if self.all.len() >= OBJECTS_MAX {
            return 0;
        }
        self.all.push(DataObject { name: None, start, end, is_last: false });
        // One block follows another, and programs walk back over several.
        let is_first = self.all.len() == self.symbols + 1;
        self.spans.push(if is_first { (start, end - start) } else { (0, end) });
        self.element_bytes.push(0);
        (self.all.len() - 1) as u32
    }
}

/// The stores of words by the name of a label, at its start, that is declared as text.
pub(super) fn text_stores(names: &DebugSymbols) -> Vec<u32> {
    let program = &*names.program;
    let groups = program.code.chunk_by(|a, b| a.statement == b.statement);
    let stores = groups.filter_map(|group| {
        let [high, last] = group else { return None };
        let is_store = high.instruction.op == Op::Lui && last.instruction.op == Op::Sw;
        let address = address_of(high, last);
        let symbol = names.symbols().iter().find(|one| one.is_data && one.address == address);
        let is_text = symbol.and_then(|one| declared(names, one)) == Some(DataKind::Text);
        (is_store && is_text).then_some(last.address)
    });
    stores.collect()
}

/// The number of the symbol that an address lies in.
fn number_of(all: &[DataObject], address: u32) -> u32 {
    let idx = all.partition_point(|object| object.start <= address);
    match idx.checked_sub(1).filter(|&idx| idx > 0).map(|idx| &all[idx]) {
        // An object without an end would claim everything after it.
        Some(object) if address < object.end && object.end != u32::MAX => (idx - 1) as u32,
        _ => 0,
    }
}

/// The start and length of an object, for checks whether an address is outside.
fn span(object: &DataObject) -> (u32, u32) {
    // Names for the address past an array: loops walk back from there, which begins outside.
    const ENDS: [&str; 7] = ["end", "last", "top", "bottom", "limit", "after", "tail"];
    let name = object.name.as_deref().unwrap_or_default().to_ascii_lowercase();
    let is_open = object.end == u32::MAX || ENDS.iter().any(|end| name.contains(end));
    if is_open { (0, object.end) } else { (object.start, object.end - object.start) }
}

/// The size of what `.word` or `.half` has declared at a symbol; 0 for anything else.
fn element_bytes(names: &DebugSymbols, object: &DataObject) -> u8 {
    let own =
        |symbol: &&ProgramSymbol| object.name.as_ref() == Some(&symbol.name) && symbol.is_data;
    let symbol = names.symbols().iter().find(own);
    match symbol.and_then(|symbol| declared(names, symbol)) {
        Some(DataKind::Word) => 4,
        Some(DataKind::Half) => 2,
        _ => 0,
    }
}

/// The instructions that make the address of data by its name, with that address: the last of `la`,
/// the first of a load or store. `arr-4` is an address of `arr`: indices may begin at 1.
fn constants(names: &DebugSymbols) -> Vec<(u32, u32)> {
    let program = &*names.program;
    let mut found = Vec::new();
    for group in program.code.chunk_by(|a, b| a.statement == b.statement) {
        // An address takes two instructions at least, of which the first is `lui`.
        let [high, .., last] = group else { continue };
        let is_address = high.instruction.op == Op::Lui;
        let mnemonic = program.statement(high.statement).map_or("", |one| one.mnemonic);
        let is_la = mnemonic.eq_ignore_ascii_case("la");
        let is_access = last.instruction.op.roles().memory != jetan_isa::MemoryUse::None;
        if is_address && (is_la || is_access) {
            let maker = if is_la { last } else { high };
            let statement = program.statement(high.statement);
            let text = statement.map_or("", |statement| statement.text);
            let named = lowered_label(text).and_then(|name| names.address(name));
            found.push((maker.address, named.unwrap_or_else(|| address_of(high, last))));
        }
    }
    found
}

/// The label of which a number is taken in a statement: `arr` in `lw $t0, arr-4($t1)`.
fn lowered_label(text: &str) -> Option<&str> {
    let (before, _) = text.split('#').next()?.rsplit_once('-')?;
    let before = before.trim_end();
    let start = before.rfind(|c: char| !(c.is_ascii_alphanumeric() || "_.$".contains(c)))?;
    Some(&before[start + 1..])
}

/// The address that a statement names, by its first and last instruction.
pub(super) fn address_of(high: &ProgramWord, last: &ProgramWord) -> u32 {
    let upper = high.instruction.operands[1].cast_unsigned() << 16;
    let operands = last.instruction.operands;
    match last.instruction.op {
        Op::Ori => upper | operands[2].cast_unsigned() & 0xffff,
        Op::Addiu | Op::Addi => upper.wrapping_add(operands[2].cast_unsigned()),
        _ => upper.wrapping_add(operands[1].cast_unsigned()),
    }
}

/// The symbols that something refers to, with their ends.
fn symbols(names: &DebugSymbols, constants: &[(u32, u32)]) -> Vec<DataObject> {
    let mut labels: Vec<&ProgramSymbol> =
        names.symbols().iter().filter(|symbol| symbol.is_data).collect();
    // A global label is listed by its file too.
    labels.dedup_by_key(|symbol| (symbol.address, &symbol.name));
    let addresses: Vec<u32> = labels.iter().map(|symbol| symbol.address).collect();
    let mut is_used = vec![false; labels.len()];
    let words = words(&names.program, &addresses);
    for address in constants.iter().map(|&(_, address)| address).chain(words) {
        let idx = addresses.partition_point(|&label| label <= address);
        if let Some(idx) = idx.checked_sub(1) {
            // All labels of an address are in use if one of them is.
            let start = addresses.partition_point(|&label| label < addresses[idx]);
            is_used[start..=idx].fill(true);
        }
    }
    let used = labels.iter().zip(&is_used).filter(|(_, used)| **used).map(|(label, _)| *label);
    let used: Vec<&ProgramSymbol> = used.collect();
    let objects = used.iter().enumerate().map(|(idx, symbol)| {
        let start = symbol.address;
        let next = used.get(idx + 1).map(|next| next.address);
        let is_group = next == Some(start) || idx > 0 && used[idx - 1].address == start;
        let is_last = labels.last().is_some_and(|last| last.address == start);
        let (end, is_guess) = match next {
            _ if is_last => last_end(names, symbol),
            Some(next) => (Some(next), false),
            // What is not named may well be a part of it.
            None => (None, false),
        };
        let end = end.filter(|&end| end > start && !is_group).unwrap_or(u32::MAX);
        DataObject { name: Some(symbol.name.clone()), start, end, is_last: is_guess }
    });
    objects.collect()
}

/// The words of the program's data that are addresses of labels.
fn words(program: &Program, addresses: &[u32]) -> Vec<u32> {
    let segments = program.image.segments.iter().filter(|one| one.kind == SegmentKind::Data);
    let words = segments.flat_map(|segment| {
        // A word that holds an address lies at a multiple of 4, wherever the segment begins.
        let skipped = (segment.address.wrapping_neg() & 3) as usize;
        let aligned = segment.bytes.get(skipped..).unwrap_or_default();
        aligned.chunks_exact(4).map(|word| u32::from_le_bytes([word[0], word[1], word[2], word[3]]))
    });
    words.filter(|word| addresses.binary_search(word).is_ok()).collect()
}

/// The end of the last symbol of all, as far as its line tells, and whether it is only that of what
/// the image fills. An image does not have the space at its end, so more lines of data leave that
/// open.
fn last_end(names: &DebugSymbols, symbol: &ProgramSymbol) -> (Option<u32>, bool) {
    let mut lines = lines_from(&names.sources, symbol);
    let Some(own) = lines.next() else { return (None, false) };
    let mut rest = lines.take_while(|line| !line.contains(':') && !is_directive(line, ".text"));
    if rest.any(|line| is_directive(line, ".space") || is_directive(line, ".align")) {
        return (None, false);
    }
    if let Some(bytes) = own.trim_start().strip_prefix(".space") {
        let bytes: Option<u32> = bytes.trim().parse().ok();
        return (bytes.and_then(|bytes| symbol.address.checked_add(bytes)), false);
    }
    let segments = names.program.image.segments.iter();
    let ends = segments.filter(|one| one.kind == SegmentKind::Data).filter_map(|segment| {
        let end = segment.address.checked_add(segment.bytes.len() as u32)?;
        (segment.address <= symbol.address && symbol.address < end).then_some(end)
    });
    (ends.max(), true)
}

/// The rest of the line after a label, and the lines after it, without comments.
fn lines_from<'s>(sources: &'s SourceSet, symbol: &ProgramSymbol) -> impl Iterator<Item = &'s str> {
    let text = sources.file(symbol.span.file).text();
    let text = text.get(symbol.span.start as usize..).unwrap_or("");
    let behind = text.split_once(':').map_or("", |(_, behind)| behind);
    behind.lines().map(|line| line.split('#').next().unwrap_or(line))
}

fn is_directive(line: &str, name: &str) -> bool {
    line.trim_start().to_ascii_lowercase().starts_with(name)
}
