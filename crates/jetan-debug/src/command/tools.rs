//! The tools of a course in the debugger: their figures up to the instruction where the run stands.

use jetan_run::timeline::TimelineFollower;
use jetan_tools::branch::BranchTool;
use jetan_tools::cache::{CacheTool, RegionStarts};
use jetan_tools::counters::InstructionClass;
use jetan_tools::observe::{ToolEngine, ToolSet};
use jetan_tools::pipeline::{PipelineModel, RegisterSet};
use jetan_tools::question::ToolQuestion;
use jetan_tools::setting::SettingError;

use super::{DebugContext, DebugError, DebugReply, ReplyResult, grouped};
use crate::budget::{WORK_MAX, cut_text};
use crate::names::DebugSymbols;

/// Instructions between two looks whether the question was cancelled.
const SLICE_INSTRUCTIONS: u64 = 2_000_000;
/// The most instructions that are looked at: tools take several times as long as the program.
const INSTRUCTIONS_MAX: u64 = WORK_MAX / 10;
/// Lines of the program that are listed.
const LINES_MAX: usize = 5;

pub(super) async fn cache(context: &mut DebugContext<'_, '_>, text: &str) -> ReplyResult {
    context.ask_tools(or_usual(text, "8x4"), ToolQuestion::add_caches).await
}

pub(super) async fn branches(context: &mut DebugContext<'_, '_>, text: &str) -> ReplyResult {
    context.ask_tools(or_usual(text, "2bit:16"), ToolQuestion::add_predictor).await
}

pub(super) async fn pipeline(context: &mut DebugContext<'_, '_>, text: &str) -> ReplyResult {
    context.ask_tools(or_usual(text, "id,fwd"), ToolQuestion::add_pipeline).await
}

pub(super) async fn mix(context: &mut DebugContext<'_, '_>, text: &str) -> ReplyResult {
    context.ask_tools(text, ToolQuestion::set_costs).await
}

fn or_usual<'t>(text: &'t str, usual: &'t str) -> &'t str {
    if text.is_empty() { usual } else { text }
}

fn refused(why: &SettingError) -> DebugError {
    DebugError::new(why.to_string())
}

impl DebugContext<'_, '_> {
    /// Replays the run from its start to here with tools, and says what they have counted.
    async fn ask_tools(
        &mut self,
        text: &str,
        read: fn(&mut ToolQuestion, &str) -> Result<(), SettingError>,
    ) -> ReplyResult {
        let mut question = ToolQuestion::default();
        read(&mut question, text).map_err(|why| refused(&why))?;
        let timeline = &self.debugger.timeline;
        let regions = RegionStarts::new([]);
        let machine = timeline.machine();
        let tools = ToolSet::new(&question.plan, machine, &regions).map_err(|why| refused(&why))?;
        let mut follower = TimelineFollower::new(timeline, |_| ToolEngine::new(tools));
        let (start, here) = (timeline.start_count(), timeline.count());
        let end = here.min(start.saturating_add(INSTRUCTIONS_MAX));
        while follower.count() < end {
            let to = end.min(follower.count().saturating_add(SLICE_INSTRUCTIONS));
            follower.follow_to(&self.debugger.timeline, to)?;
            if !self.point.reach(follower.count()).await {
                break;
            }
        }
        let seen = follower.count();
        let mut lines = said(follower.engine.tools(), &question, &self.debugger.names);
        if seen < here {
            lines.push(cut_text(seen - start));
        }
        Ok(DebugReply { lines, ..DebugReply::default() })
    }
}

fn said(tools: &ToolSet, question: &ToolQuestion, names: &DebugSymbols) -> Vec<String> {
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
        let cycles = grouped(question.costs.cycles(mix));
        let cpi = question.costs.cpi(mix);
        let total = grouped(mix.total());
        lines.push(format!("{total} instructions, {cycles} cycles, CPI {cpi:.4}"));
        let classes = InstructionClass::ALL.into_iter().filter(|&class| mix.class(class) > 0);
        lines.extend(classes.map(|class| format!("{:>12}  {}", mix.class(class), class.name())));
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
    sites.sort_by_key(|&(pc, site)| (std::cmp::Reverse(site.misses), pc));
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
    sites.sort_by_key(|&(pc, site)| (std::cmp::Reverse(site.executed - site.correct), pc));
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
