//! Events in batches, tool by tool.

use super::batch::RunEvent;
use super::{ToolSet, TurnTargets};
use crate::branch::BranchEvent;
use crate::counters::InstructionClass;
use crate::pipeline::StepKind;
use crate::reference::ReferenceKind;

impl ToolSet {
    /// Lets the tools see events of a run in their order.
    pub(super) fn take_events(&mut self, events: &[RunEvent]) {
        self.take_references(events);
        let last_address = self.watched.cached.last;
        if let Some(kept) = &mut self.kept {
            kept.take(events, last_address);
        }
        if let Some((words, curve)) = &mut self.curve {
            let data = events.iter().filter_map(|event| event.data_parts());
            for (_, address, _) in data.filter(|&(_, address, _)| address <= last_address) {
                curve.access(address / 4 / *words);
            }
        }
        if self.references.is_some() {
            self.map_references(events);
        }
        if self.sees_flow {
            self.take_steps(events);
        }
        // Only where all instructions are noted are they counted here.
        if self.wants_all_steps() {
            let steps = events.iter().filter(|event| event.executed().is_some());
            self.instructions += steps.count() as u64;
        }
    }

    fn take_references(&mut self, events: &[RunEvent]) {
        let last_address = self.watched.cached.last;
        if let Some(sweep) = &mut self.sweep {
            sweep.take(events, last_address);
        }
        let is_swept = self.sweep.is_some();
        let own = self.caches.iter_mut().filter(|one| !is_swept || one.swept().is_none());
        for caches in own {
            caches.take_events(events, last_address);
        }
    }

    fn map_references(&mut self, events: &[RunEvent]) {
        let Some(map) = &mut self.references else { return };
        let mut now = self.instructions;
        for event in events {
            if let Some(value) = event.new_stack_pointer() {
                map.stack_pointer(value);
            } else if let Some(reference) = event.any_reference() {
                if reference.kind == ReferenceKind::Fetch {
                    now += 1;
                    map.step(now);
                }
                map.refer(reference, now);
            }
        }
    }

    fn take_steps(&mut self, events: &[RunEvent]) {
        let user_text = self.watched.user_text;
        let behind = self.bytes_behind_call();
        for one in events.iter().filter_map(|event| event.executed()) {
            let Some(facts) = self.decoded.facts(one.pc) else { continue };
            if let Some(mix) = &mut self.mix {
                let op = facts.instruction.op;
                let class = InstructionClass::of(op, one.is_taken, facts.is_return);
                mix.count(class, facts.format, !user_text.contains(one.pc));
            }
            if facts.step.kind == StepKind::Plain {
                for pipeline in &mut self.pipelines {
                    pipeline.step(&facts.step);
                }
                continue;
            }
            let mut step = facts.step;
            step.is_taken = one.is_taken;
            if step.kind == StepKind::JumpRegister {
                step.target = one.target;
            }
            if facts.branch.is_some() {
                let event = BranchEvent { pc: one.pc, target: step.target, is_taken: one.is_taken };
                for tool in &mut self.branches {
                    tool.count(event);
                }
            }
            if let Some(targets) = &mut self.targets {
                TurnTargets(targets).turn(&step, facts.is_return, behind);
            }
            for pipeline in &mut self.pipelines {
                pipeline.step(&step);
            }
        }
    }

    /// Whether the instruction at an address goes elsewhere now, the target if that is in a
    /// register, and whether it might; none if there is none.
    pub(super) fn outcome(&mut self, pc: u32) -> Option<(bool, u32, bool)> {
        let facts = self.decoded.facts(pc)?;
        let values = (self.registers[facts.first], self.registers[facts.second]);
        let kind = facts.step.kind;
        Some((facts.is_taken(values, self.flags), values.0, kind != StepKind::Plain))
    }
}
