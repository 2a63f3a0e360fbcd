//! The pipeline against one that is stepped cycle by cycle, on random instructions.

use jetan_tools::pipeline::{
    BranchStage, PipelineModel, PipelineSettings, PipelineStep, RegisterSet, ResultUnit, StepKind,
};

/// Random instructions over few registers, so that most depend on each other.
fn steps(seed: u64) -> Vec<PipelineStep> {
    let mut state = seed;
    let mut below = |bound: u64| {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963);
        (state >> 33) % bound
    };
    let steps = (0..200).map(|idx| {
        let kind = match below(8) {
            0 | 1 => StepKind::Branch,
            2 => StepKind::Jump,
            3 => StepKind::JumpRegister,
            _ => StepKind::Plain,
        };
        let (mut reads, mut writes) = (RegisterSet::default(), RegisterSet::default());
        if kind != StepKind::Jump {
            reads.insert(below(4) as u8);
            reads.insert(below(4) as u8);
        }
        if kind == StepKind::Plain {
            writes.insert(below(4) as u8);
        }
        let is_taken = match kind {
            StepKind::Branch => below(2) == 0,
            kind => kind.may_turn(),
        };
        PipelineStep {
            pc: 0x40_0000 + 4 * idx,
            reads,
            stored: RegisterSet::default(),
            writes,
            unit: if below(3) == 0 { ResultUnit::Load } else { ResultUnit::Alu },
            kind,
            is_call: false,
            is_nop: false,
            is_taken,
            target: 0,
        }
    });
    steps.collect()
}

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
fn naive_cycles(steps: &[PipelineStep], settings: PipelineSettings) -> u64 {
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

#[test]
fn cycles_are_those_of_a_pipeline_that_is_stepped() {
    for text in ["id,fwd", "ex,fwd", "mem,fwd", "id,nofwd", "ex,nofwd", "mem,nofwd"] {
        let settings = PipelineSettings::parse(text).unwrap();
        for seed in 0..100 {
            let steps = steps(seed);
            let mut model = PipelineModel::new(settings);
            for step in &steps {
                model.step(step);
            }
            let stack = model.stack();
            // Behind the last instruction nothing is fetched that could be thrown away.
            let last = steps.last().filter(|step| step.is_taken);
            let behind = last.map_or(0, |step| match step.kind {
                StepKind::Jump => 1,
                _ => settings.branch_stage.lost_fetches(),
            });
            assert_eq!(stack.cycles() - behind, naive_cycles(&steps, settings), "{text}, {seed}");
            let pairs: u64 = model.hazards().pairs().iter().map(|pair| pair.stalls).sum();
            assert_eq!(pairs, stack.data_stalls(), "{text}, {seed}");
        }
    }
}

#[test]
fn a_diagram_shows_the_cycles_that_are_counted() {
    let settings = PipelineSettings::parse("id,fwd=1..200").unwrap();
    let mut model = PipelineModel::new(settings);
    for step in &steps(7) {
        model.step(step);
    }
    let diagram = model.diagram().unwrap();
    assert_eq!(diagram.rows().len(), 200);
    let (first, last) = diagram.cycles().unwrap();
    assert_eq!(first, 1);
    assert!(last <= model.stack().cycles());
    for cycle in first..=last {
        let stages: Vec<&str> = diagram.at(cycle).into_iter().map(|(_, stage)| stage).collect();
        // Two instructions are never in one stage.
        for stage in ["IF", "ID", "EX", "MEM", "WB"] {
            let count = stages.iter().filter(|one| **one == stage).count();
            assert!(count <= 1, "{count} in {stage} at {cycle}");
        }
    }
}
