//! The tools of a course, asked about the run up to the step at which it stands.

use serde::{Deserialize, Serialize};

/// Caches to be compared.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[cfg_attr(test, ts(optional_fields))]
pub struct CacheQuery {
    /// One to four systems as `jetan run --cache` reads them: `8x4:2:lru`; the caches of a system
    /// are separated by spaces, `i=8x4 d=8x4 l2=64x4`.
    #[serde(default)]
    pub settings: Vec<String>,
    /// Counting begins at this step, with tools that have seen nothing; if it is missing, at the
    /// beginning of the run.
    pub from: Option<u64>,
    /// The first set of those that are shown, 0 if it is missing.
    pub first_set: Option<u32>,
    /// Whether to look for padding that would save misses, for one cache alone.
    #[serde(default)]
    pub wants_hint: bool,
    /// Whether misses are shown by time and address.
    #[serde(default)]
    pub wants_map: bool,
}

/// The work of caches.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, ts(optional_fields))]
pub struct CacheAnswer {
    /// The step at which counting began.
    pub from: u64,
    /// Instructions since then.
    pub instructions: u64,
    /// In the order of the settings.
    pub systems: Vec<CacheSystemState>,
    /// Padding that was tried on this run and helps.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub hint: Option<PaddingAdvice>,
}

/// Caches that work together.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, ts(optional_fields))]
pub struct CacheSystemState {
    /// As they were asked for.
    pub settings: String,
    /// The first levels, then the one below them.
    pub caches: Vec<CacheState>,
}

/// One cache: its figures and what is in it.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, ts(optional_fields))]
pub struct CacheState {
    /// `d`, `i`, `u` or `l2`.
    pub role: String,
    /// With all that was left out.
    pub settings: String,
    /// Bytes of data that it holds.
    pub size_bytes: u64,
    /// The number of sets.
    pub sets: u32,
    /// Blocks in a set.
    pub ways: u32,
    /// The figures.
    pub figures: CacheCounts,
    /// The widths in bits of tag, index, word and byte.
    pub address_bits: [u32; 4],
    /// Whether accesses are missing, because there were too many to look into the future.
    pub is_cut: bool,
    /// The first set that is shown.
    pub first_set: u32,
    /// Sets from that one on, as many as fit.
    pub shown: Vec<CacheSetState>,
    /// The last references, the newest first.
    pub recent: Vec<CacheReference>,
    /// Instructions, those with the most misses first.
    pub lines: Vec<CacheSite>,
    /// Parts of memory, those with the most misses first.
    pub symbols: Vec<SymbolMisses>,
    /// Parts that made others leave, the most conflicts first.
    pub evictions: Vec<SymbolEvictions>,
    /// Misses by time and address, if they were asked for; not for Belady's policy.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub map: Option<CacheMissMap>,
}

/// Misses by time and address.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, ts(optional_fields))]
pub struct CacheMissMap {
    /// Accesses in a column, a power of two; the first column begins with the first access.
    pub column_accesses: u64,
    /// Columns up to the last access, at most 64.
    pub columns: usize,
    /// Bytes in a row, a power of two.
    pub row_bytes: u32,
    /// Rows with misses in order of addresses, at most 64.
    pub rows: Vec<CacheMissRow>,
}

/// A row of the map of misses.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, ts(optional_fields))]
pub struct CacheMissRow {
    /// The first byte.
    pub address: u32,
    /// As a label and a distance, or the part of memory.
    pub label: String,
    /// The part of memory that the first byte belongs to.
    pub symbol: String,
    /// Columns with misses, in order.
    pub cells: Vec<CacheMissCell>,
}

/// The misses of one part of memory in one span of time.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, ts(optional_fields))]
pub struct CacheMissCell {
    /// The column, from 0.
    pub column: usize,
    /// Misses of blocks that were never referenced before.
    pub compulsory: u64,
    /// Misses that a fully associative LRU cache of as many blocks has too.
    pub capacity: u64,
    /// All other misses.
    pub conflict: u64,
}

/// The figures of a cache.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, ts(optional_fields))]
pub struct CacheCounts {
    /// All references.
    pub accesses: u64,
    /// Those that read, fetches included.
    pub reads: u64,
    /// Those that write.
    pub writes: u64,
    /// References whose block was there.
    pub hits: u64,
    /// All others.
    pub misses: u64,
    /// Reads that missed.
    pub read_misses: u64,
    /// Writes that missed.
    pub write_misses: u64,
    /// Hits in percent, 0 before any access.
    pub hit_percent: f64,
    /// Misses of blocks that were never referenced before.
    pub compulsory: u64,
    /// Misses that a fully associative LRU cache of as many blocks has too.
    pub capacity: u64,
    /// All other misses.
    pub conflict: u64,
    /// Bytes that came from below.
    pub bytes_in: u64,
    /// Bytes that went there.
    pub bytes_out: u64,
    /// Dirty blocks that were written when they had to go.
    pub writebacks: u64,
    /// Dirty blocks that are there now.
    pub dirty_left: u64,
    /// Misses for each thousand instructions.
    pub mpki: f64,
    /// The average time of an access in cycles; not for a second level.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub amat: Option<f64>,
}

/// A set of a cache.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, ts(optional_fields))]
pub struct CacheSetState {
    /// The number.
    pub index: u32,
    /// The ways, empty ones as null; of very many the first.
    pub blocks: Vec<Option<CacheBlock>>,
    /// Ways that are not shown.
    pub more: u32,
}

/// A block in a cache.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, ts(optional_fields))]
pub struct CacheBlock {
    /// The part of the address that is compared.
    pub tag: u32,
    /// The address of its first byte.
    pub address: u32,
    /// That address as a label and a distance, or the part of memory.
    pub label: String,
    /// The part of memory that it belongs to.
    pub symbol: String,
    /// Whether it differs from the memory below.
    pub is_dirty: bool,
    /// Whether the last reference was to it.
    pub is_recent: bool,
    /// Whether it has to go if the set is missed next.
    pub is_next: bool,
}

/// The purpose of a reference.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub enum ReferencePurpose {
    /// An instruction is fetched.
    Fetch,
    /// Data is read.
    Read,
    /// Data is written.
    Write,
}

/// The effect of a reference to a cache.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub enum CacheEffect {
    /// The block was there.
    Hit,
    /// A miss: the block was never referenced before.
    Compulsory,
    /// A miss that a fully associative LRU cache has too.
    Capacity,
    /// A miss that only the sets are to blame for.
    Conflict,
}

/// A reference that a cache has seen.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, ts(optional_fields))]
pub struct CacheReference {
    /// The step of the instruction.
    pub count: u64,
    /// The instruction.
    pub site: ToolSite,
    /// The first byte.
    pub address: u32,
    /// As a label and a distance, or the part of memory.
    pub label: String,
    /// The purpose.
    pub purpose: ReferencePurpose,
    /// The effect; of several accesses by one instruction the worst.
    pub effect: CacheEffect,
    /// Accesses that the instruction made.
    pub accesses: u64,
    /// The part that is compared.
    pub tag: u32,
    /// The number of the set.
    pub index: u32,
    /// The word of the block.
    pub word: u32,
    /// The byte of the word.
    pub byte: u32,
}

/// An instruction of the program.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, ts(optional_fields))]
pub struct ToolSite {
    /// The address.
    pub address: u32,
    /// The source of its line.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub path: Option<String>,
    /// From 0.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub line: Option<u32>,
    /// The line, or what it is.
    pub text: String,
}

/// The references of one instruction.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, ts(optional_fields))]
pub struct CacheSite {
    /// The instruction.
    pub site: ToolSite,
    /// All.
    pub accesses: u64,
    /// Those that missed.
    pub misses: u64,
    /// Those that only the sets are to blame for.
    pub conflict: u64,
}

/// The misses of one part of memory.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, ts(optional_fields))]
pub struct SymbolMisses {
    /// The name.
    pub symbol: String,
    /// The misses.
    pub misses: u64,
}

/// One part of memory made another one leave.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, ts(optional_fields))]
pub struct SymbolEvictions {
    /// The part whose block came.
    pub evictor: String,
    /// The part whose block had to go.
    pub victim: String,
    /// The number of times.
    pub evictions: u64,
    /// Those on a conflict miss.
    pub conflict: u64,
}

/// Padding that was tried on this run.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, ts(optional_fields))]
pub struct PaddingAdvice {
    /// The part of memory before the padding.
    pub first: String,
    /// The part after it.
    pub moved: String,
    /// Bytes between them.
    pub padding_bytes: u32,
    /// Misses of the run as it was.
    pub misses_before: u64,
    /// Misses with the padding.
    pub misses_after: u64,
    /// Conflicts of the run as it was.
    pub conflict_before: u64,
    /// Conflicts with the padding.
    pub conflict_after: u64,
}

/// Predictors to be compared.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[cfg_attr(test, ts(optional_fields))]
pub struct BranchesQuery {
    /// As `jetan run --branches` reads them, separated by commas; `all` for some of about 32 bits.
    pub predictors: String,
    /// A table as in MARS's tool besides: `ENTRIES:HISTORY`, followed by `:taken` if it begins so.
    pub table: Option<String>,
    /// Counting begins at this step, with tools that have seen nothing; if it is missing, at the
    /// beginning of the run.
    pub from: Option<u64>,
}

/// Branches, and how well they were foreseen.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, ts(optional_fields))]
pub struct BranchesAnswer {
    /// The step at which counting began.
    pub from: u64,
    /// Instructions since then.
    pub instructions: u64,
    /// Conditional branches.
    pub executed: u64,
    /// Those that went elsewhere.
    pub taken: u64,
    /// In the order in which they were asked for.
    pub predictors: Vec<PredictorFigures>,
    /// Branches, those that were foreseen worst first.
    pub sites: Vec<BranchSiteFigures>,
    /// Branches that are not listed.
    pub more: usize,
    /// Returns.
    pub returns: u64,
    /// Those that a stack of 16 calls foresaw.
    pub returns_correct: u64,
    /// Other jumps and taken branches.
    pub jumps: u64,
    /// Those whose target a buffer of 16 knew.
    pub jumps_correct: u64,
    /// The table that was asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub table: Option<HistoryTableState>,
}

/// The figures of one predictor.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, ts(optional_fields))]
pub struct PredictorFigures {
    /// With all that was left out.
    pub name: String,
    /// Bits of state that it needs.
    pub budget_bits: u64,
    /// Branches that it foresaw.
    pub correct: u64,
    /// The same in percent, 0 before any branch.
    pub correct_percent: f64,
}

/// The executions of one branch.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, ts(optional_fields))]
pub struct BranchSiteFigures {
    /// The branch.
    pub site: ToolSite,
    /// Executions.
    pub executed: u64,
    /// Those that took it.
    pub taken: u64,
    /// Sequences of equal outcomes.
    pub runs: u64,
    /// Executions that each predictor foresaw.
    pub correct: Vec<u64>,
    /// Addresses of branches that share its entry in the first table that has entries.
    pub aliases: Vec<u32>,
}

/// A branch history table as in MARS's tool, with outcomes as they happened.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, ts(optional_fields))]
pub struct HistoryTableState {
    /// Entries.
    pub entries: u32,
    /// Outcomes that are remembered.
    pub history: u32,
    /// Entries that were used.
    pub rows: Vec<HistoryTableRow>,
}

/// An entry of the table.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, ts(optional_fields))]
pub struct HistoryTableRow {
    /// The number.
    pub index: u32,
    /// The last outcomes, the oldest first.
    pub history: String,
    /// The prediction, in MARS's words.
    pub prediction: String,
    /// Right predictions.
    pub correct: u64,
    /// Wrong predictions.
    pub incorrect: u64,
}

/// Pipelines to be compared.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[cfg_attr(test, ts(optional_fields))]
pub struct PipelineQuery {
    /// One to four, as `jetan run --pipeline` reads them: `id,fwd`.
    #[serde(default)]
    pub settings: Vec<String>,
    /// Counting begins at this step, with tools that have seen nothing; if it is missing, at the
    /// beginning of the run.
    pub from: Option<u64>,
    /// Instructions of the diagram before this step.
    pub before: u32,
    /// Instructions from this step on, as far as they are recorded; at most 128 with those
    /// before.
    pub after: u32,
    /// Whether to look for orders of blocks in which less is waited.
    #[serde(default)]
    pub wants_reorder: bool,
}

/// The work of pipelines.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, ts(optional_fields))]
pub struct PipelineAnswer {
    /// The step at which counting began.
    pub from: u64,
    /// In the order of the settings.
    pub pipelines: Vec<PipelineState>,
}

/// One pipeline: its cycles, and the diagram around this step.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, ts(optional_fields))]
pub struct PipelineState {
    /// With all that was left out.
    pub settings: String,
    /// Instructions up to this step.
    pub instructions: u64,
    /// Cycles until the last of them is done.
    pub cycles: u64,
    /// Cycles for each instruction.
    pub cpi: f64,
    /// Cycles lost because a loaded value was needed at once.
    pub load_use: u64,
    /// Cycles in which branches waited for their operands.
    pub branch_operand: u64,
    /// Cycles lost to products and quotients.
    pub multiply_divide: u64,
    /// Cycles lost to other values.
    pub other_data: u64,
    /// Fetches that were thrown away.
    pub flushed: u64,
    /// Delay slots with a `nop`.
    pub wasted_slots: u64,
    /// Branches and jumps that were foreseen wrongly, with a predictor.
    pub mispredicted: u64,
    /// Pairs of instructions of which one waits, the most cycles first.
    pub hazards: Vec<HazardState>,
    /// The first cycle of the diagram.
    pub first_cycle: u64,
    /// The last one.
    pub last_cycle: u64,
    /// The diagram.
    pub rows: Vec<PipelineRow>,
    /// Orders of blocks that would have saved cycles up to this step, if they were asked for; those
    /// that save most first.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reorders: Option<Vec<BlockReorderState>>,
    /// Whether there were more blocks or orders than could be tried.
    pub reorders_are_cut: bool,
}

/// Another order of the statements of a block.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, ts(optional_fields))]
pub struct BlockReorderState {
    /// The first instruction of the block.
    pub first: ToolSite,
    /// The last one.
    pub last: ToolSite,
    /// The number of times the block was executed.
    pub executions: u64,
    /// Cycles that its instructions waited for values.
    pub stalls: u64,
    /// Cycles that the order saves at least, in all executions together.
    pub saved: u64,
    /// The same for each execution, if it is the same for all.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub saved_each: Option<u64>,
    /// Whether every legal order was tried.
    pub is_exhaustive: bool,
    /// The fewest statements that have to be moved, in their new order.
    pub moves: Vec<StatementMove>,
}

/// A statement that is moved.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, ts(optional_fields))]
pub struct StatementMove {
    /// The statement.
    pub statement: ToolSite,
    /// The statement that it comes right after; if it is missing, it becomes the first of the
    /// block, and a label there stays at the top.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub after: Option<ToolSite>,
}

/// A pair of instructions of which one waits for the other.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, ts(optional_fields))]
pub struct HazardState {
    /// The one that makes the value.
    pub producer: ToolSite,
    /// The one that waits.
    pub consumer: ToolSite,
    /// The register.
    pub register: String,
    /// The reason, in words.
    pub reason: String,
    /// The number of times.
    pub times: u64,
    /// Cycles in all.
    pub stalls: u64,
}

/// The stages of one instruction.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, ts(optional_fields))]
pub struct PipelineRow {
    /// The number since counting began, the first is 1.
    pub number: u64,
    /// The instruction.
    pub site: ToolSite,
    /// Whether it is the one before which the run stands.
    pub is_next: bool,
    /// Whether it comes after this step, the next one included.
    pub is_ahead: bool,
    /// The cycle of its fetch.
    pub first_cycle: u64,
    /// The stage in each cycle from there on; a stage that is left late stands there again.
    pub stages: Vec<String>,
    /// The reason for waiting.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub stall: Option<String>,
    /// Values that come past the register file.
    pub forwards: Vec<ForwardedValue>,
}

/// A value that comes past the register file.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, ts(optional_fields))]
pub struct ForwardedValue {
    /// The register.
    pub register: String,
    /// The number of the instruction that made it, if the diagram has it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub producer: Option<u64>,
    /// The stage of that instruction that has the value: `EX` or `MEM`.
    pub from_stage: String,
    /// The cycle in which the value is there.
    pub from_cycle: u64,
    /// The stage of this instruction that takes the value: `ID`, `EX` or `MEM`.
    pub to_stage: String,
    /// The cycle in which it takes it, the one after.
    pub to_cycle: u64,
}

/// The single-cycle datapath of the instruction before which the run stands, or of the last one.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, ts(optional_fields))]
pub struct DatapathAnswer {
    /// The instruction.
    pub site: ToolSite,
    /// The instruction in basic form.
    pub basic: String,
    /// Whether it is the last one of a program that has ended.
    pub is_last: bool,
    /// Whether a branch or jump goes elsewhere.
    pub is_taken: bool,
    /// Wires that it uses.
    pub wires: Vec<DatapathValue>,
    /// All control lines.
    pub controls: Vec<DatapathControl>,
    /// The picture.
    pub svg: String,
}

/// A wire and what is on it.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, ts(optional_fields))]
pub struct DatapathValue {
    /// The name in textbooks.
    pub name: String,
    /// The value.
    pub value: u32,
}

/// A control line.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, ts(optional_fields))]
pub struct DatapathControl {
    /// The name in textbooks.
    pub name: String,
    /// Whether it is active.
    pub is_on: bool,
}
