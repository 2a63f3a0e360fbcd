//! Figures of the tools of a course: one set of types, shown as text and as JSON.

mod cache;
mod diagram;
mod flow;
mod memory;
mod text;
mod values;

use jetan_symbols::DebugSymbols;
use jetan_tools::bound::{FigureBound, NamedFigure};
use jetan_tools::cache::{MemoryTimes, RegionStarts};
use jetan_tools::counters::CostTable;
use jetan_tools::observe::ToolSet;
use jetan_tools::question;
use jetan_tools::setting::SettingError;
use serde::Serialize;

use cache::{WireCacheGroup, WireCurve, WireHint};
use flow::{WireBranches, WireMarsTools, WireMix, WirePipeline, WireTargets};
use memory::WireReferences;
use values::{WireDatapath, WireFloat};

pub use text::text;

/// The figures of all tools; other programs read them: fields are added, never renamed.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct ToolReport {
    /// Instructions that were executed.
    instructions: u64,
    /// Caches, a group for each combination of settings.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    caches: Vec<WireCacheGroup>,
    #[serde(skip_serializing_if = "Option::is_none")]
    miss_curve: Option<WireCurve>,
    #[serde(skip_serializing_if = "Option::is_none")]
    hint: Option<WireHint>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    branches: Vec<WireBranches>,
    #[serde(skip_serializing_if = "Option::is_none")]
    targets: Option<WireTargets>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pipelines: Vec<WirePipeline>,
    #[serde(skip_serializing_if = "Option::is_none")]
    references: Option<WireReferences>,
    #[serde(skip_serializing_if = "Option::is_none")]
    mix: Option<WireMix>,
    #[serde(skip_serializing_if = "Option::is_none")]
    datapath: Option<WireDatapath>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    floats: Vec<WireFloat>,
    #[serde(skip_serializing_if = "Option::is_none")]
    mars: Option<WireMarsTools>,
    /// Bounds that were asked for.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    bounds: Vec<WireBound>,
}

/// A bound, and whether it was kept.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
struct WireBound {
    bound: String,
    kept: bool,
    /// The values that break it.
    broken: Vec<f64>,
}

/// Parameters of a report that are not part of a tool.
#[derive(Clone, Debug, Default)]
pub struct ToolQuestions {
    /// Times of the memory, for the average access time.
    pub times: MemoryTimes,
    /// Costs of the classes of instructions.
    pub costs: CostTable,
    /// Bounds that figures must keep.
    pub bounds: Vec<FigureBound>,
}

/// A line of a source, or an address where there is none.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
struct WireSite {
    pc: u32,
    file: Option<String>,
    line: Option<u32>,
    text: String,
}

impl WireSite {
    fn new(pc: u32, names: &DebugSymbols) -> WireSite {
        match names.line(pc) {
            Some(line) => {
                WireSite { pc, file: Some(line.short), line: Some(line.number), text: line.text }
            }
            None => WireSite { pc, file: None, line: None, text: format!("{pc:#010x}") },
        }
    }

    /// The line without its text.
    fn short(&self) -> String {
        match (&self.file, self.line) {
            (Some(file), Some(line)) => format!("{file}:{line}"),
            _ => self.text.clone(),
        }
    }

    fn place(&self) -> String {
        match (&self.file, self.line) {
            (Some(file), Some(line)) => format!("{file}:{line}  {}", self.text),
            _ => self.text.clone(),
        }
    }
}

/// The parts of a program's memory that figures are given for.
pub fn regions(names: &DebugSymbols) -> RegionStarts {
    RegionStarts::new(jetan_symbols::regions::starts(names))
}

/// The name of a region by its start.
fn region_name(start: u32, names: &DebugSymbols) -> String {
    jetan_symbols::regions::name(start, names)
}

impl ToolReport {
    /// The figures of tools after a run. A bound on a figure that there is not is an error.
    pub fn new(
        tools: &mut ToolSet,
        names: &DebugSymbols,
        questions: &ToolQuestions,
    ) -> Result<ToolReport, SettingError> {
        let instructions = tools.instructions();
        let caches = tools.caches.iter();
        let caches: Vec<_> = caches
            .map(|group| WireCacheGroup::new(group, names, questions.times, instructions))
            .collect();
        let pipelines = tools.pipelines.iter();
        let pipelines = pipelines.map(|one| WirePipeline::new(one, tools, names, questions.times));
        let pipelines = pipelines.collect();
        let mut report = ToolReport {
            instructions,
            miss_curve: tools.curve.as_ref().map(|(words, curve)| WireCurve::new(*words, curve)),
            hint: WireHint::of(tools, names),
            caches,
            branches: tools.branches.iter().map(|one| WireBranches::new(one, names)).collect(),
            targets: tools.targets.as_ref().map(|(stack, buffer)| WireTargets::new(stack, buffer)),
            pipelines,
            references: tools.references.as_mut().map(|map| WireReferences::new(map, names)),
            mix: tools.mix.as_ref().map(|mix| WireMix::new(mix, &tools.costs(&questions.costs))),
            datapath: WireDatapath::of(tools),
            floats: WireFloat::all(tools),
            mars: WireMarsTools::of(tools),
            bounds: Vec::new(),
        };
        let figures = question::figures(tools, questions.times, &questions.costs);
        report.judge(&questions.bounds, &figures)?;
        Ok(report)
    }

    /// Whether all bounds were kept.
    pub fn is_good(&self) -> bool {
        self.bounds.iter().all(|bound| bound.kept)
    }

    /// The picture of the datapath that was asked for.
    pub fn datapath_svg(&self) -> Option<&str> {
        self.datapath.as_ref()?.svg.as_deref()
    }

    fn judge(
        &mut self,
        bounds: &[FigureBound],
        figures: &[NamedFigure],
    ) -> Result<(), SettingError> {
        for bound in bounds {
            let broken = bound.broken(figures)?;
            let broken: Vec<f64> = broken.into_iter().map(|figure| figure.value).collect();
            let kept = broken.is_empty();
            self.bounds.push(WireBound { bound: bound.to_string(), kept, broken });
        }
        Ok(())
    }
}
