//! A tool of a course that follows the debugger: its figures are those up to the instruction where
//! the run stands, forwards and backwards.

use jetan_run::timeline::{Timeline, TimelineFollower};
use jetan_tools::cache::RegionStarts;
use jetan_tools::observe::{ToolEngine, ToolSet};
use jetan_tools::question::ToolQuestion;
use jetan_tools::setting::SettingError;

use crate::budget::{WORK_MAX, cut_text};
use crate::command::DebugError;
use crate::command::tools::said;
use jetan_symbols::DebugSymbols;

/// The most instructions that are looked at: tools take several times as long as the program.
const INSTRUCTIONS_MAX: u64 = WORK_MAX / 10;
/// Copies of the tools that are kept on the way, so that going back does not begin at the start.
const MARKS_MAX: usize = 16;
/// Instructions between two copies, twice as many whenever there are too many copies.
const SPACING_INSTRUCTIONS: u64 = 1 << 16;

/// The commands of tools, with the settings that are used if none are named.
pub const TOOL_COMMANDS: [(&str, &str); 4] =
    [("cache", "8x4"), ("branches", "2bit:16"), ("pipeline", "id,fwd"), ("mix", "")];

type ToolFollower = TimelineFollower<ToolEngine>;

/// A tool with its settings, and what it has counted.
pub struct ToolWatch {
    question: ToolQuestion,
    at: Option<ToolFollower>,
    /// Copies at earlier steps, in their order.
    marks: Vec<ToolFollower>,
    spacing: u64,
}

impl ToolWatch {
    /// The tool that a command asks for, such as `cache 8x4:2`; nothing for other commands.
    pub fn of_command(line: &str) -> Option<Result<ToolWatch, SettingError>> {
        let (name, text) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        let &(name, usual) = TOOL_COMMANDS.iter().find(|(command, _)| *command == name)?;
        let text = if text.trim().is_empty() { usual } else { text.trim() };
        let mut question = ToolQuestion::default();
        let read = match name {
            "cache" => question.add_caches(text),
            "branches" => question.add_predictor(text),
            "pipeline" => question.add_pipeline(text),
            _ => question.set_costs(text),
        };
        let watch =
            ToolWatch { question, at: None, marks: Vec::new(), spacing: SPACING_INSTRUCTIONS };
        Some(read.map(|()| watch))
    }

    /// Counts at most so many instructions more, towards where the run stands. Whether it is there.
    pub fn approach(
        &mut self,
        timeline: &Timeline<'_>,
        instructions: u64,
    ) -> Result<bool, DebugError> {
        let here = timeline.count();
        let end = here.min(timeline.start_count().saturating_add(INSTRUCTIONS_MAX));
        if self.at.as_ref().is_some_and(|at| at.is_outdated(timeline)) {
            self.at = None;
            self.marks.clear();
        }
        let is_past = self.at.as_ref().is_some_and(|at| at.count() > end);
        if is_past {
            self.marks.retain(|mark| mark.count() <= end);
            self.at = self.marks.last().map(copied);
        }
        let mut at = match self.at.take() {
            Some(at) => at,
            None => self.begun(timeline)?,
        };
        let stop = end.min(at.count().saturating_add(instructions));
        let mut is_stuck = false;
        while at.count() < stop && !is_stuck {
            let before = at.count();
            let border = (before / self.spacing + 1).saturating_mul(self.spacing);
            at.follow_to(timeline, stop.min(border))?;
            is_stuck = at.count() == before;
            if at.count() == border {
                self.mark(&at);
            }
        }
        let is_there = at.count() >= end || is_stuck;
        self.at = Some(at);
        Ok(is_there)
    }

    fn begun(&self, timeline: &Timeline<'_>) -> Result<ToolFollower, DebugError> {
        let regions = RegionStarts::new([]);
        let tools = ToolSet::new(&self.question.plan, timeline.machine(), &regions);
        let tools = tools.map_err(|why| DebugError::new(why.to_string()))?;
        Ok(TimelineFollower::new(timeline, |_| ToolEngine::new(tools)))
    }

    fn mark(&mut self, at: &ToolFollower) {
        if self.marks.last().is_some_and(|mark| mark.count() >= at.count()) {
            return;
        }
        self.marks.push(copied(at));
        if self.marks.len() > MARKS_MAX {
            self.spacing = self.spacing.saturating_mul(2);
            let spacing = self.spacing;
            self.marks.retain(|mark| mark.count() % spacing == 0);
        }
    }

    /// The instructions that were counted so far.
    pub fn count(&self) -> u64 {
        self.at.as_ref().map_or(0, TimelineFollower::count)
    }

    /// The figures, in lines for people; the last one says if something is left out.
    pub fn lines(&self, timeline: &Timeline<'_>, names: &DebugSymbols) -> Vec<String> {
        let Some(at) = &self.at else { return Vec::new() };
        let mut lines = said(at.engine.tools(), &self.question, names);
        let (start, seen) = (timeline.start_count(), at.count());
        if seen < timeline.count() {
            lines.push(cut_text(seen.saturating_sub(start)));
        }
        lines
    }
}

fn copied(follower: &ToolFollower) -> ToolFollower {
    follower.fork(|engine| ToolEngine::new(engine.tools().clone()))
}
