//! Questions with an answer that is right or wrong: tools, and bounds that their figures must keep.

use crate::bound::{FigureBound, NamedFigure};
use crate::branch::{BranchTool, PredictorSettings};
use crate::cache::{
    CacheFigures, CacheRole, CacheSettings, CacheSystem, CacheTool, MemoryTimes, amat,
};
use crate::counters::CostTable;
use crate::observe::{ToolPlan, ToolSet};
use crate::pipeline::{CpiStack, PipelineModel, PipelineSettings};
use crate::setting::SettingError;

const CACHE_FIGURES: [&str; 10] = [
    "hit",
    "miss",
    "misses",
    "hits",
    "compulsory",
    "capacity",
    "conflict",
    "writebacks",
    "mpki",
    "amat",
];
const BRANCH_FIGURES: [&str; 3] = ["correct", "mispredictions", "branches"];
const PIPELINE_FIGURES: [&str; 5] = ["cycles", "cpi", "stalls", "flushed", "load-use"];
const COST_FIGURES: [&str; 2] = ["cost-cycles", "cost-cpi"];
const INSTRUCTIONS: &str = "instructions";

/// Tools and the bounds that their figures must keep.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ToolQuestion {
    /// The tools.
    pub plan: ToolPlan,
    /// Times of the memory.
    pub times: MemoryTimes,
    /// Cycles by class of instructions, where they are not those of the course.
    pub costs: CostTable,
    /// The bounds.
    pub bounds: Vec<FigureBound>,
}

/// A bound that a run does not keep.
#[derive(Clone, Debug, PartialEq)]
pub struct BrokenBound {
    /// The bound.
    pub bound: FigureBound,
    /// The figure of the run.
    pub value: f64,
}

impl ToolQuestion {
    /// Adds caches that work together: `8x4:2:lru`, or several such as `i=8x4 d=8x4 l2=64x4`.
    pub fn add_caches(&mut self, text: &str) -> Result<(), SettingError> {
        let group = text.split_whitespace().map(cache).collect::<Result<Vec<_>, _>>()?;
        if group.is_empty() {
            return Err(SettingError::new("a cache is written as BLOCKSxWORDS:WAYS:POLICY"));
        }
        if group.iter().all(|&(role, _)| role == CacheRole::Second) {
            return Err(SettingError::new("an l2 cache needs one above it"));
        }
        self.plan.caches.push(group);
        Ok(())
    }

    /// Adds a predictor.
    pub fn add_predictor(&mut self, text: &str) -> Result<(), SettingError> {
        self.plan.predictors.push(PredictorSettings::parse(text)?);
        Ok(())
    }

    /// Adds a pipeline.
    pub fn add_pipeline(&mut self, text: &str) -> Result<(), SettingError> {
        self.plan.pipelines.push(PipelineSettings::parse(text)?);
        Ok(())
    }

    /// Counts instructions by class, with these costs.
    pub fn set_costs(&mut self, text: &str) -> Result<(), SettingError> {
        self.costs = CostTable::parse(text)?;
        self.plan.counts_classes = true;
        Ok(())
    }

    /// Adds a bound; the tool of its figure must be there already.
    pub fn add_bound(&mut self, text: &str) -> Result<(), SettingError> {
        let bound = FigureBound::parse(text)?;
        let named = self.names().into_iter().map(|name| figure((name, 0.0)));
        bound.broken(&named.collect::<Vec<_>>())?;
        self.bounds.push(bound);
        Ok(())
    }

    /// The figures that a bound can name.
    fn names(&self) -> Vec<&'static str> {
        let plan = &self.plan;
        let lists: [(bool, &[&str]); 4] = [
            (!plan.caches.is_empty(), &CACHE_FIGURES),
            (!plan.predictors.is_empty(), &BRANCH_FIGURES),
            (!plan.pipelines.is_empty(), &PIPELINE_FIGURES),
            (plan.counts_classes, &COST_FIGURES),
        ];
        let lists = lists.into_iter().filter(|(is_there, _)| *is_there);
        lists.flat_map(|(_, names)| names).chain([&INSTRUCTIONS]).copied().collect()
    }

    /// The first bound that the figures of a run do not keep.
    pub fn first_broken(&self, tools: &ToolSet) -> Option<BrokenBound> {
        let figures = figures(tools, self.times, &self.costs);
        self.bounds.iter().find_map(|bound| {
            let broken = bound.broken(&figures).ok()?;
            let value = broken.first()?.value;
            Some(BrokenBound { bound: bound.clone(), value })
        })
    }
}

fn cache(text: &str) -> Result<(CacheRole, CacheSettings), SettingError> {
    let (role, shape) = CacheRole::split(text)?;
    Ok((role, CacheSettings::parse(shape)?))
}

fn figure((name, value): (&'static str, f64)) -> NamedFigure {
    NamedFigure { name: name.to_owned(), value }
}

/// Every figure of some tools that a bound can name; of several settings, one each.
pub fn figures(tools: &ToolSet, times: MemoryTimes, costs: &CostTable) -> Vec<NamedFigure> {
    let instructions = tools.instructions();
    let mut all = vec![(INSTRUCTIONS, instructions as f64)];
    for group in &tools.caches {
        let second = group.second().map(CacheTool::figures);
        for (_, tool) in group.first() {
            let first = tool.figures();
            let time = amat(&first, second.as_ref(), times);
            all.extend(CACHE_FIGURES.into_iter().zip(of_cache(&first, instructions, time)));
        }
    }
    for tool in &tools.branches {
        all.extend(BRANCH_FIGURES.into_iter().zip(of_branches(tool)));
    }
    for model in &tools.pipelines {
        let stack = with_misses(model, tools.caches.first(), times);
        all.extend(PIPELINE_FIGURES.into_iter().zip(of_pipeline(&stack)));
    }
    if let Some(mix) = &tools.mix {
        let costs = tools.costs(costs);
        all.extend(COST_FIGURES.into_iter().zip([costs.cycles(mix) as f64, costs.cpi(mix)]));
    }
    all.into_iter().map(figure).collect()
}

fn of_cache(cache: &CacheFigures, instructions: u64, time: f64) -> [f64; 10] {
    [
        cache.hit_percent(),
        100.0 - cache.hit_percent(),
        cache.misses() as f64,
        cache.hits() as f64,
        cache.compulsory as f64,
        cache.capacity as f64,
        cache.conflict as f64,
        cache.writebacks as f64,
        cache.mpki(instructions),
        time,
    ]
}

fn of_branches(tool: &BranchTool) -> [f64; 3] {
    let (executed, correct) = (tool.executed(), tool.correct());
    let percent = if executed == 0 { 0.0 } else { 100.0 * correct as f64 / executed as f64 };
    [percent, (executed - correct) as f64, executed as f64]
}

fn of_pipeline(stack: &CpiStack) -> [f64; 5] {
    let (cycles, stalls) = (stack.cycles() as f64, stack.data_stalls() as f64);
    [cycles, stack.cpi(), stalls, stack.flushed as f64, stack.load_use as f64]
}

/// The cycles of a pipeline with those that the misses of caches cost.
///
/// One penalty for all misses: time is a matter of the question, not of the cache.
pub fn with_misses(
    model: &PipelineModel,
    caches: Option<&CacheSystem>,
    times: MemoryTimes,
) -> CpiStack {
    let mut stack = model.stack();
    for (role, cache) in caches.map(CacheSystem::first).unwrap_or_default() {
        let cycles = (cache.figures().misses() as f64 * times.memory) as u64;
        let is_fetch = *role == CacheRole::Instruction;
        *(if is_fetch { &mut stack.fetch_misses } else { &mut stack.data_misses }) += cycles;
    }
    stack
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bounds_need_the_tool_of_their_figure() {
        let mut question = ToolQuestion::default();
        assert!(question.add_bound("instructions<100").is_ok());
        let why = question.add_bound("hit>=80").unwrap_err().to_string();
        assert_eq!(why, "there is no figure `hit`: instructions");
        question.add_caches("i=8x4 d=8x4:2 l2=64x4:full").unwrap();
        question.set_costs("load=5").unwrap();
        assert!(question.add_bound("hit>=80").is_ok());
        assert!(question.add_bound("cost-cpi<2").is_ok());
        assert!(question.add_bound("cpi<2").is_err());
        let wrong = ["", "l2=8x4", "x=8x4", "8,16x4", "6x4"];
        assert!(wrong.iter().all(|text| question.add_caches(text).is_err()));
    }
}
