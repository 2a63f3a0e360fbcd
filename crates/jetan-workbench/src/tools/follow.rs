//! Tools that follow a run: each goes on from where it was asked last.

use std::cell::RefCell;
use std::rc::Rc;

use jetan_debug::Debugger;
use jetan_machine::Machine;
use jetan_run::YieldPoint;
use jetan_run::timeline::TimelineFollower;
use jetan_symbols::DebugSymbols;
use jetan_tools::cache::RegionStarts;
use jetan_tools::observe::{ToolEngine, ToolPlan, ToolSet};

use super::refused;
use crate::message::{DONE, RequestAnswer, RequestError};
use crate::workbench::RequestContext;

/// Instructions between two questions whether there is time for more.
const SLICE_INSTRUCTIONS: u64 = 1 << 15;
/// Instructions that a kept tool stays behind: so many steps back need no replay from the start.
const LAG_INSTRUCTIONS: u64 = 1 << 14;

/// Tools at some step of the run.
pub(super) type ToolFollower = TimelineFollower<ToolEngine>;

/// A kept tool, shared with the job that moves it: one that is given up leaves its work.
type ToolSlot = Rc<RefCell<Option<ToolFollower>>>;

/// The question that a tool answers, one tool for each.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum ToolKind {
    Cache,
    Branches,
    Pipeline,
    MemoryMap,
    Mix,
}

/// The tools of a run that were asked so far.
#[derive(Default)]
pub(crate) struct KeptTools {
    kept: Vec<KeptTool>,
}

struct KeptTool {
    kind: ToolKind,
    plan: ToolPlan,
    from: u64,
    slot: ToolSlot,
}

impl KeptTools {
    /// The number of machines that follow the run.
    pub(crate) fn machines(&self) -> usize {
        self.kept.iter().filter(|one| one.slot.borrow().is_some()).count()
    }

    /// The slot of a tool with these settings; a tool with other settings is forgotten.
    fn slot(&mut self, kind: ToolKind, plan: &ToolPlan, from: u64) -> ToolSlot {
        let is_same = |one: &KeptTool| one.kind == kind && one.plan == *plan && one.from == from;
        if let Some(one) = self.kept.iter().find(|one| is_same(one)) {
            return Rc::clone(&one.slot);
        }
        self.kept.retain(|one| one.kind != kind);
        let slot = ToolSlot::default();
        self.kept.push(KeptTool { kind, plan: plan.clone(), from, slot: Rc::clone(&slot) });
        slot
    }
}

/// A question to a tool: a copy of the run, and the tool as it was left.
pub(super) struct ToolQuestion {
    pub(super) copy: Debugger<'static>,
    plan: ToolPlan,
    /// The step at which counting begins.
    pub(super) from: u64,
    /// The step that is asked about.
    pub(super) now: u64,
    slot: ToolSlot,
}

impl ToolQuestion {
    /// A question about the step where the run stands. Settings that make no sense are refused at
    /// once, not when the job is done.
    pub(super) fn new(
        context: &mut RequestContext<'_>,
        kind: ToolKind,
        plan: ToolPlan,
        from: Option<u64>,
    ) -> RequestAnswer<ToolQuestion> {
        let copy = context.copy()?;
        let start = copy.timeline.start_count();
        let now = copy.timeline.count();
        // A run that has gone back to before the beginning of counting has nothing counted.
        let from = from.unwrap_or(start).clamp(start, now);
        new_tools(&plan, copy.machine(), &copy.names)?;
        let slot = context.run()?.tools.slot(kind, &plan, from);
        Ok(ToolQuestion { copy, plan, from, now, slot })
    }

    /// The tools `back` instructions before the step that is asked about, or where counting begins
    /// if that is later: a copy that can be let go on without harm.
    pub(super) async fn arrive(
        &mut self,
        back: u64,
        point: &YieldPoint,
    ) -> RequestAnswer<ToolFollower> {
        let target = self.now.saturating_sub(back).max(self.from);
        let goal = self.now.saturating_sub(LAG_INSTRUCTIONS.max(back)).max(self.from);
        self.approach(goal, point).await?;
        let mut tip = {
            let kept = self.slot.borrow();
            let Some(kept) = kept.as_ref() else { return Err(lost()) };
            kept.fork(|engine| ToolEngine::new(engine.tools().clone()))
        };
        tip.follow_to(&self.copy.timeline, target)?;
        Ok(tip)
    }

    /// Brings the kept tool to a step, or leaves it where it is if that is a little before.
    async fn approach(&mut self, goal: u64, point: &YieldPoint) -> RequestAnswer {
        let timeline = &self.copy.timeline;
        let is_usable = self
            .slot
            .borrow()
            .as_ref()
            .is_some_and(|kept| kept.count() <= goal && !kept.is_outdated(timeline));
        if !is_usable {
            let begun = self.begin(point).await?;
            *self.slot.borrow_mut() = Some(begun);
        }
        let mut at = self.slot.borrow().as_ref().map_or(goal, ToolFollower::count);
        // Moved in strides: whoever steps forward copies it and goes the rest of the way.
        if goal.saturating_sub(at) < LAG_INSTRUCTIONS {
            return DONE;
        }
        while at < goal {
            {
                let mut kept = self.slot.borrow_mut();
                let Some(kept) = kept.as_mut() else { return Err(lost()) };
                let to = goal.min(at.saturating_add(SLICE_INSTRUCTIONS));
                kept.follow_to(&self.copy.timeline, to)?;
                if kept.count() == at {
                    break;
                }
                at = kept.count();
            }
            point.pass(at).await;
        }
        DONE
    }

    /// Tools that have seen nothing, at the step where counting begins.
    async fn begin(&mut self, point: &YieldPoint) -> RequestAnswer<ToolFollower> {
        let Debugger { timeline, names, .. } = &mut self.copy;
        timeline.go_to_in_slices(self.from, point).await?;
        let tools = new_tools(&self.plan, timeline.machine(), names)?;
        let begun = TimelineFollower::from_here(timeline, |_| ToolEngine::new(tools));
        // The copy is looked at afterwards, at the step that is asked about.
        timeline.go_to_in_slices(self.now, point).await?;
        Ok(begun)
    }
}

fn new_tools(plan: &ToolPlan, machine: &Machine, names: &DebugSymbols) -> RequestAnswer<ToolSet> {
    let regions = RegionStarts::new(jetan_symbols::regions::starts(names));
    ToolSet::new(plan, machine, &regions).map_err(|why| refused(&why))
}

fn lost() -> RequestError {
    RequestError::not_started()
}
