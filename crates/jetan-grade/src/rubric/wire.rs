//! A rubric as it is written, before anything in it has been checked.

use std::collections::BTreeMap;

use jetan_games::GameTitle;
use serde::Deserialize;
use toml::{Spanned, Value as Toml};

use crate::adapter::EditionRules;

/// The whole file.
#[derive(Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub(super) struct RubricTable {
    pub(super) title: Option<String>,
    #[serde(default)]
    pub(super) files: Vec<Spanned<String>>,
    #[serde(default)]
    pub(super) provide: Vec<Spanned<String>>,
    pub(super) pack: Option<String>,
    pub(super) bitmap: Option<String>,
    #[serde(default)]
    pub(super) strict: bool,
    #[serde(default = "yes")]
    pub(super) start_at_main: bool,
    #[serde(default)]
    pub(super) seed: i64,
    #[serde(default)]
    pub(super) end: EndWord,
    #[serde(default)]
    pub(super) limits: LimitsTable,
    #[serde(default)]
    pub(super) criterion: Vec<Spanned<CriterionTable>>,
}

fn yes() -> bool {
    true
}

/// The place of something that is required and not there. Reading goes on without it, so that one
/// look finds every mistake.
const NOWHERE: std::ops::Range<usize> = 0..0;

fn no_text() -> Spanned<String> {
    Spanned::new(NOWHERE, String::new())
}

fn no_value() -> Spanned<Toml> {
    Spanned::new(NOWHERE, Toml::Integer(0))
}

/// Whether something that is required is not there.
pub(super) fn is_absent<T>(value: &Spanned<T>) -> bool {
    value.span() == NOWHERE
}

#[derive(Default, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub(super) struct LimitsTable {
    pub(super) instructions: Option<Spanned<i64>>,
    pub(super) output_bytes: Option<Spanned<i64>>,
    pub(super) memory_bytes: Option<Spanned<i64>>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub(super) struct CriterionTable {
    #[serde(default = "no_text")]
    pub(super) name: Spanned<String>,
    #[serde(default = "no_value")]
    pub(super) points: Spanned<Toml>,
    #[serde(default)]
    pub(super) rule: RuleWord,
    pub(super) best: Option<Spanned<i64>>,
    #[serde(default)]
    pub(super) hidden: bool,
    pub(super) message: Option<String>,
    #[serde(default)]
    pub(super) io: Vec<Spanned<IoTable>>,
    #[serde(default)]
    pub(super) call: Vec<Spanned<CallTable>>,
    #[serde(default)]
    pub(super) dialogue: Vec<Spanned<DialogueTable>>,
    #[serde(default)]
    pub(super) project: Vec<Spanned<ProjectTable>>,
    #[serde(default)]
    pub(super) policy: Vec<Spanned<PolicyTable>>,
}

#[derive(Clone, Copy, Default, Deserialize, PartialEq, Eq)]
#[serde(rename_all = "kebab-case")]
pub(super) enum EndWord {
    #[default]
    Any,
    Clean,
}

#[derive(Clone, Copy, Default, Deserialize, PartialEq, Eq)]
#[serde(rename_all = "kebab-case")]
pub(super) enum RuleWord {
    #[default]
    All,
    Proportional,
    Best,
    Any,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub(super) struct IoTable {
    pub(super) name: Option<String>,
    #[serde(default)]
    pub(super) hidden: bool,
    pub(super) message: Option<String>,
    pub(super) instructions: Option<Spanned<i64>>,
    pub(super) folder: Option<Spanned<String>>,
    pub(super) input: Option<String>,
    pub(super) input_file: Option<Spanned<String>>,
    pub(super) output: Option<Spanned<String>>,
    pub(super) output_file: Option<Spanned<String>>,
    #[serde(default)]
    pub(super) compare: CompareWord,
    #[serde(default)]
    pub(super) ignore: Vec<IgnoreWord>,
    pub(super) tolerance: Option<Spanned<f64>>,
    #[serde(default)]
    pub(super) keys: String,
    pub(super) frame: Option<Spanned<String>>,
    pub(super) exit_code: Option<i32>,
    pub(super) end: Option<EndWord>,
    #[serde(default)]
    pub(super) files: ValueTable,
    #[serde(default)]
    pub(super) expect_files: ValueTable,
    #[serde(default)]
    pub(super) checks: Vec<Spanned<String>>,
    pub(super) tools: Option<Spanned<ToolsTable>>,
}

/// Tools of a course, and the bounds that their figures must keep.
#[derive(Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub(super) struct ToolsTable {
    pub(super) cache: Option<Spanned<String>>,
    pub(super) memory_times: Option<Spanned<String>>,
    pub(super) branches: Option<Spanned<String>>,
    pub(super) pipeline: Option<Spanned<String>>,
    pub(super) costs: Option<Spanned<String>>,
    pub(super) expect: Vec<Spanned<String>>,
}

#[derive(Clone, Copy, Default, Deserialize, PartialEq, Eq)]
#[serde(rename_all = "kebab-case")]
pub(super) enum CompareWord {
    Exact,
    #[default]
    Lines,
    Tokens,
    Numbers,
    Regex,
}

#[derive(Clone, Copy, Deserialize, PartialEq, Eq)]
#[serde(rename_all = "kebab-case")]
pub(super) enum IgnoreWord {
    Case,
    Blanks,
}

/// Registers, labels, addresses or files with what they hold.
pub(super) type ValueTable = BTreeMap<Spanned<String>, Spanned<Toml>>;

#[derive(Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub(super) struct CallTable {
    pub(super) name: Option<String>,
    #[serde(default)]
    pub(super) hidden: bool,
    pub(super) message: Option<String>,
    pub(super) instructions: Option<Spanned<i64>>,
    #[serde(default = "no_text")]
    pub(super) procedure: Spanned<String>,
    #[serde(default)]
    pub(super) registers: ValueTable,
    #[serde(default)]
    pub(super) memory: ValueTable,
    #[serde(default)]
    pub(super) input: String,
    #[serde(default)]
    pub(super) expect: ValueTable,
    #[serde(default)]
    pub(super) expect_memory: ValueTable,
    pub(super) output: Option<String>,
    #[serde(default)]
    pub(super) unchanged: Vec<Spanned<String>>,
    pub(super) tolerance: Option<Spanned<f64>>,
    #[serde(default = "yes")]
    pub(super) convention: bool,
    #[serde(default)]
    pub(super) files: ValueTable,
    #[serde(default)]
    pub(super) expect_files: ValueTable,
    pub(super) allocates: Option<Spanned<i64>>,
    #[serde(default)]
    pub(super) then: Vec<Spanned<CallTable>>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub(super) struct DialogueTable {
    pub(super) name: Option<String>,
    #[serde(default)]
    pub(super) hidden: bool,
    pub(super) message: Option<String>,
    pub(super) instructions: Option<Spanned<i64>>,
    pub(super) end: Option<EndWord>,
    #[serde(default)]
    pub(super) steps: Vec<Spanned<StepTable>>,
    #[serde(default)]
    pub(super) ignore: Vec<IgnoreWord>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub(super) struct StepTable {
    pub(super) expect: Option<String>,
    pub(super) r#type: Option<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub(super) struct ProjectTable {
    #[serde(default = "no_text")]
    pub(super) name: Spanned<String>,
    #[serde(default)]
    pub(super) hidden: bool,
    pub(super) message: Option<String>,
    pub(super) instructions: Option<Spanned<i64>>,
    pub(super) end: Option<EndWord>,
    pub(super) part: Option<String>,
    #[serde(default)]
    pub(super) only: Vec<String>,
    pub(super) cases: Option<Spanned<i64>>,
    #[serde(default = "one")]
    pub(super) seed: u64,
    pub(super) adapter: Option<Spanned<String>>,
    pub(super) rules: Option<EditionRules>,
}

fn one() -> u64 {
    1
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub(super) struct PolicyTable {
    pub(super) name: Option<String>,
    #[serde(default)]
    pub(super) hidden: bool,
    pub(super) message: Option<String>,
    #[serde(default)]
    pub(super) allowed: Vec<Spanned<String>>,
    #[serde(default)]
    pub(super) banned: Vec<Spanned<String>>,
    #[serde(default)]
    pub(super) no_pseudo: bool,
    #[serde(default)]
    pub(super) labels: Vec<String>,
    #[serde(default)]
    pub(super) recursive: Vec<String>,
    pub(super) size: Option<Spanned<i64>>,
}

/// The project that somebody named.
pub(super) fn project(name: &str) -> Option<GameTitle> {
    GameTitle::from_typed(name)
}
