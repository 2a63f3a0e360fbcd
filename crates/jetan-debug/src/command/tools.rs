//! The tools of a course in the debugger: their figures up to the instruction where the run stands.

use jetan_order::SharedSort;
use jetan_tools::branch::BranchTool;
use jetan_tools::cache::CacheTool;
use jetan_tools::counters::InstructionClass;
use jetan_tools::observe::ToolSet;
use jetan_tools::pipeline::{PipelineModel, RegisterSet};
use jetan_tools::question::ToolQuestion;

use super::{DebugContext, DebugError, DebugReply, ReplyResult, grouped};
use crate::tool_watch::ToolWatch;
use jetan_symbols::DebugSymbols;

/// Instructions between two looks whether the question was cancelled.
const SLICE_INSTRUCTIONS: u64 = 2_000_000;
/// Lines of the program that are listed.
const LINES_MAX: usize = 5;

pub(super) async fn cache(context: &mut DebugContext<'_, '_>, text: &str) -> ReplyResult {
    context.ask_tools("cache", text).await
}

pub(super) async fn branches(context: &mut DebugContext<'_, '_>, text: &str) -> ReplyResult {
    context.ask_tools("branches", text).await
}

pub(super) async fn pipeline(context: &mut DebugContext<'_, '_>, text: &str) -> ReplyResult {
    context.ask_tools("pipeline", text).await
}

pub(super) async fn mix(context: &mut DebugContext<'_, '_>, text: &str) -> ReplyResult {
    context.ask_tools("mix", text).await
}

impl DebugContext<'_, '_> {
    /// Replays the run from its start to here with tools, and says what they have counted.
    async fn ask_tools(&mut self, name: &str, text: &str) -> ReplyResult {
        let Some(watch) = ToolWatch::of_command(&format!("{name} {text}")) else {
            return Err(DebugError::new(format!("there is no tool `{name}`")));
        };
        let mut watch = watch.map_err(|why| DebugError::new(why.to_string()))?;
        while !watch.approach(&self.debugger.timeline, SLICE_INSTRUCTIONS)? {
            if !self.point.reach(watch.count()).await {
                break;
            }
        }
        let lines = watch.lines(&self.debugger.timeline, &self.debugger.names);
        Ok(DebugReply { lines, ..DebugReply::default() })
    }
}

/// The figures of tools, in lines for people.
pub(crate) fn said(tools: &ToolSet, question: &ToolQuestion, names: &DebugSymbols) -> Vec<String> {
    let mut lines = Vec::new();
    for group in &tools.caches {
        let first = group.first().iter().map(|(role, tool)| (role.name(), tool));
        for (role, tool) in first.chain(group.second().map(|tool| ("l2", tool))) {
            say_cache(&mut lines, role, tool, names);
        }
    }
    for tool in &tools.branches {
        say_branches(&mut lines, tool, names);
    }
    for model in &tools.pipelines {
        say_pipeline(&mut lines, model, names);
    }
    if let Some(mix) = &tools.mix {
        let costs = tools.costs(&question.costs);
        let (cycles, cpi) = (grouped(costs.cycles(mix)), costs.cpi(mix));
        let total = grouped(mix.total());
        lines.push(format!("{total} instructions, {cycles} cycles, CPI {cpi:.4}"));
        let classes = InstructionClass::ALL.iter().filter(|&&class| mix.class(class) > 0);
        lines.extend(classes.map(|&class| {
            let each = match costs.cost(class) {
                1 => String::new(),
                cost => format!(", {cost} cycles each"),
            };
            format!("{:>12}  {}{each}", mix.class(class), class.name())
        }));
    }
    lines
}

fn say_cache(lines: &mut Vec<String>, role: &str, tool: &CacheTool, names: &DebugSymbols) {
    let figures = tool.figures();
    lines.push(format!(
        "{role} {}: {} accesses, {} hits ({:.1} %), {} misses: {} compulsory, {} capacity, \
         {} conflict",
        tool.settings(),
        grouped(figures.accesses()),
        grouped(figures.hits()),
        figures.hit_percent(),
        grouped(figures.misses()),
        grouped(figures.compulsory),
        grouped(figures.capacity),
        grouped(figures.conflict),
    ));
    let mut sites = tool.sites();
    sites.retain(|(_, site)| site.misses > 0);
    sites.shared_sort_by_key(|&(pc, site)| (std::cmp::Reverse(site.misses), pc));
    lines.extend(sites.iter().take(LINES_MAX).map(|(pc, site)| {
        format!("{:>12} of {} missed  {}", site.misses, site.accesses, line(*pc, names))
    }));
}

fn say_branches(lines: &mut Vec<String>, tool: &BranchTool, names: &DebugSymbols) {
    let (executed, correct) = (tool.executed(), tool.correct());
    let percent = 100.0 * correct as f64 / executed.max(1) as f64;
    let (taken, settings) = (grouped(tool.taken()), tool.settings());
    lines.push(format!(
        "{settings}: {} branches, {taken} taken, {} foreseen ({percent:.1} %)",
        grouped(executed),
        grouped(correct),
    ));
    let mut sites: Vec<_> = tool.sites().collect();
    sites.shared_sort_by_key(|&(pc, site)| (std::cmp::Reverse(site.executed - site.correct), pc));
    lines.extend(sites.iter().take(LINES_MAX).map(|&(pc, site)| {
        let (executed, wrong) = (site.executed, site.executed - site.correct);
        format!("{wrong:>12} of {executed} wrong, {} taken  {}", site.taken, line(pc, names))
    }));
}

fn say_pipeline(lines: &mut Vec<String>, model: &PipelineModel, names: &DebugSymbols) {
    let stack = model.stack();
    lines.push(format!(
        "{}: {} cycles = {} instructions + 4 + {} stalls + {} flushed, CPI {:.4}",
        model.settings(),
        grouped(stack.cycles()),
        grouped(stack.instructions),
        grouped(stack.data_stalls()),
        grouped(stack.flushed),
        stack.cpi(),
    ));
    let pairs = model.hazards().pairs();
    lines.extend(pairs.iter().take(LINES_MAX).map(|pair| {
        let (consumer, producer) = (line(pair.consumer, names), names.line_text(pair.producer));
        let register = RegisterSet::name(pair.register);
        format!("{:>12} stalls  {consumer}, for {register} of {producer}", pair.stalls)
    }));
}

fn line(pc: u32, names: &DebugSymbols) -> String {
    names.line(pc).map_or_else(|| format!("{pc:#010x}"), |line| line.to_string())
}
