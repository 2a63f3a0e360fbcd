//! The tools of a course that look at memory, classes of instructions and floating-point patterns.

use serde::{Deserialize, Serialize};

/// A map of references.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[cfg_attr(test, ts(optional_fields))]
pub struct MemoryMapQuery {
    /// Bytes of a unit, a power of two from 4 to 1048576.
    pub unit_bytes: u32,
    /// Counting begins at this step, with tools that have seen nothing; if it is missing, at the
    /// beginning of the run.
    pub from: Option<u64>,
}

/// References to memory, by unit and by part.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, ts(optional_fields))]
pub struct MemoryMapAnswer {
    /// The step at which counting began.
    pub from: u64,
    /// Instructions since then.
    pub instructions: u64,
    /// Bytes of a unit.
    pub unit_bytes: u32,
    /// Fetches.
    pub fetches: u64,
    /// Reads.
    pub reads: u64,
    /// Writes.
    pub writes: u64,
    /// By part of memory, in order of addresses.
    pub symbols: Vec<SymbolReferences>,
    /// Units that were touched, in order of addresses; of very many those with the most references.
    pub units: Vec<UnitReferences>,
    /// All units that were touched.
    pub units_touched: usize,
    /// Whether there were more than can be counted one by one.
    pub is_cut: bool,
    /// Working set and stack over time.
    pub samples: Vec<MemorySample>,
}

/// References to one part of memory.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, ts(optional_fields))]
pub struct SymbolReferences {
    /// The name.
    pub symbol: String,
    /// Fetches.
    pub fetches: u64,
    /// Reads.
    pub reads: u64,
    /// Writes.
    pub writes: u64,
}

/// References to one unit.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, ts(optional_fields))]
pub struct UnitReferences {
    /// The first byte.
    pub address: u32,
    /// As a label and a distance.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub label: Option<String>,
    /// The part of memory.
    pub symbol: String,
    /// Fetches.
    pub fetches: u64,
    /// Reads.
    pub reads: u64,
    /// Writes.
    pub writes: u64,
    /// The step after the instruction that touched it last.
    pub last: u64,
}

/// Working set and stack at one time.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, ts(optional_fields))]
pub struct MemorySample {
    /// Instructions since counting began.
    pub instructions: u64,
    /// Distinct units that were touched since the sample before.
    pub working_set: u64,
    /// The deepest stack since then, in bytes.
    pub stack_depth: u32,
}

/// Classes of instructions.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[cfg_attr(test, ts(optional_fields))]
pub struct MixQuery {
    /// Cycles by class as `jetan run --mix` reads them: `load=5,branch=3`.
    pub costs: Option<String>,
    /// Counting begins at this step, with tools that have seen nothing; if it is missing, at the
    /// beginning of the run.
    pub from: Option<u64>,
}

/// Executed instructions by class and format.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, ts(optional_fields))]
pub struct MixAnswer {
    /// The step at which counting began.
    pub from: u64,
    /// Instructions of the program.
    pub total: u64,
    /// Those of its exception handler, which are in no class.
    pub kernel: u64,
    /// Instructions with registers only.
    pub r: u64,
    /// Instructions with a constant of 16 bits.
    pub i: u64,
    /// Instructions with a target of 26 bits.
    pub j: u64,
    /// All classes.
    pub classes: Vec<ClassCount>,
    /// Cycles by the costs.
    pub cycles: u64,
    /// Cycles for each instruction.
    pub cpi: f64,
}

/// Instructions of one class.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, ts(optional_fields))]
pub struct ClassCount {
    /// The name.
    pub class: String,
    /// Executions.
    pub instructions: u64,
    /// The same in percent.
    pub percent: f64,
    /// Cycles of each.
    pub cost: u32,
}

/// A floating-point pattern: that of a register, or one that was typed.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[cfg_attr(test, ts(optional_fields))]
pub struct FloatQuery {
    /// `$f0` to `$f31` at this step; of a double the even one.
    pub register: Option<String>,
    /// A number, or bits that begin with `0x` or `0b`.
    pub value: Option<String>,
    /// Whether it has 64 bits.
    #[serde(default)]
    pub is_double: bool,
}

/// A floating-point pattern, taken apart.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, ts(optional_fields))]
pub struct FloatAnswer {
    /// The width, 32 or 64.
    pub bits: u32,
    /// The pattern.
    pub hex: String,
    /// The sign bit.
    pub sign: String,
    /// The bits of the exponent.
    pub exponent: String,
    /// The bits of the fraction.
    pub fraction: String,
    /// The exponent as it is stored.
    pub stored_exponent: u32,
    /// The number that is subtracted from it.
    pub bias: i32,
    /// The kind of value in words.
    pub class: String,
    /// The value as textbooks explain it.
    pub formula: String,
    /// The shortest text that reads back as the same value.
    pub shortest: String,
    /// The value with all its digits.
    pub exact: String,
    /// The next value below.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub below: Option<FloatNeighbour>,
    /// The next value above.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub above: Option<FloatNeighbour>,
}

/// A value next to another.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, ts(optional_fields))]
pub struct FloatNeighbour {
    /// The shortest text.
    pub text: String,
    /// The pattern.
    pub hex: String,
}
