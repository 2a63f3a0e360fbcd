//! Runs that the tools of a course look at, judged by bounds on their figures.

use jetan_machine::Machine;
use jetan_tools::cache::RegionStarts;
use jetan_tools::observe::{ToolEngine, ToolSet};
use jetan_tools::question::{BrokenBound, ToolQuestion};
use jetan_tools::setting::SettingError;

use crate::program::ProgramUnderTest;
use crate::runner::{ProgramRunner, RunRecord};
use crate::sandbox::ProgramInput;
use crate::verdict::{CaseFailure, FailureKind};

/// Runs a machine while tools look at it; the failure is the first bound that is not kept.
pub async fn measured(
    question: &ToolQuestion,
    machine: Machine,
    feed: &ProgramInput,
    runner: &mut ProgramRunner<'_>,
) -> Result<(RunRecord, Option<CaseFailure>), SettingError> {
    let tools = ToolSet::new(&question.plan, &machine, &RegionStarts::new([]))?;
    let mut engine = ToolEngine::new(tools);
    let run = runner.run_from_with(machine, &mut engine, feed).await;
    let tools = engine.tools();
    let failure = question.first_broken(tools).map(|BrokenBound { bound, value }| {
        let figure = &bound.figure;
        let summary = format!("the figure `{figure}` is {}, not {bound}", rounded(value));
        let failure = CaseFailure::new(FailureKind::Wrong, summary, run.instructions)
            .comparing(bound.to_string(), format!("{figure} = {}", rounded(value)));
        match worst_line(tools, runner.subject) {
            Some(advice) => failure.advising(advice),
            None => failure,
        }
    });
    Ok((run, failure))
}

/// A figure as people write it: four digits after the point at most.
fn rounded(value: f64) -> String {
    let text = format!("{value:.4}");
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
}

/// The line with the most misses of the first cache.
fn worst_line(tools: &ToolSet, subject: &ProgramUnderTest) -> Option<String> {
    let (_, tool) = tools.caches.first()?.first().first()?;
    let (pc, site) = tool.sites().into_iter().max_by_key(|(_, site)| site.misses)?;
    let line = subject.line_at(pc).filter(|_| site.misses > 0)?;
    Some(format!("most misses, {} of {}: {line}", site.misses, tool.figures().misses()))
}
