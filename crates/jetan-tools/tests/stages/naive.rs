//! A pipeline that is stepped cycle by cycle: a second opinion about cycles.

use jetan_tools::pipeline::{BranchStage, PipelineSettings, PipelineStep, ResultUnit, StepKind};

/// The stages in order; an instruction is its position in the list.
#[derive(Default)]
struct NaiveStages {
    fetch: Option<usize>,
    decode: Option<usize>,
    execute: Option<usize>,
    memory: Option<usize>,
    write_back: Option<usize>,
}

/// Whether an instruction may leave ID at the end of a cycle, by what its producers are doing.
fn may_leave(
    steps: &[PipelineStep],
    stages: &NaiveStages,
    step: usize,
    settings: PipelineSettings,
) -> bool {
    let one = &steps[step];
    let in_id = settings.branch_stage == BranchStage::Id
        && matches!(one.kind, StepKind::Branch | StepKind::JumpRegister);
    one.reads.iter().all(|register| {
        let older = steps[..step].iter().rposition(|older| older.writes.contains(register));
        let Some(older) = older else { return true };
        let is_load = steps[older].unit == ResultUnit::Load;
        if stages.execute == Some(older) {
            // Its result is there at the end of the cycle, unless it comes from memory.
            settings.has_forwarding && !is_load && !in_id
        } else if stages.memory == Some(older) {
            settings.has_forwarding && (!is_load || !in_id)
        } else {
            true
        }
    })
}

/// The cycle-by-cycle pipeline: all cycles until the last instruction has left WB.
pub(crate) fn naive_cycles(steps: &[PipelineStep], settings: PipelineSettings) -> u64 {
    let mut stages = NaiveStages::default();
    let (mut next, mut cycle, mut done) = (0, 0, 0);
    // A taken branch that is not decided yet: what is fetched meanwhile is thrown away.
    let mut undecided: Option<usize> = None;
    while done < steps.len() {
        cycle += 1;
        if stages.fetch.is_none() && undecided.is_none() && next < steps.len() {
            stages.fetch = Some(next);
            undecided = steps[next].is_taken.then_some(next);
            next += 1;
        }
        let leaves = stages.decode.is_some_and(|step| may_leave(steps, &stages, step, settings));
        if let Some(branch) = undecided {
            let is_fixed = steps[branch].kind == StepKind::Jump;
            let stage = match settings.branch_stage {
                BranchStage::Ex if !is_fixed => stages.execute == Some(branch),
                BranchStage::Mem if !is_fixed => stages.memory == Some(branch),
                _ => stages.decode == Some(branch) && leaves,
            };
            if stage {
                undecided = None;
            }
        }
        done += usize::from(stages.write_back.is_some());
        stages.write_back = stages.memory.take();
        stages.memory = stages.execute.take();
        if leaves {
            stages.execute = stages.decode.take();
        }
        if stages.decode.is_none() {
            stages.decode = stages.fetch.take();
        }
    }
    cycle
}
