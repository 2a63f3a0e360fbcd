//! The pipeline against one that is stepped cycle by cycle, on random instructions.

#[path = "stages/naive.rs"]
mod naive;

use jetan_tools::pipeline::{
    PipelineModel, PipelineSettings, PipelineStep, RegisterSet, ResultUnit, StepKind,
};

use naive::naive_cycles;

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

/// An arrow ends in the cycle after the one it begins in, joins the stages that stand in those
/// cells, and is there exactly where the value is not in the register file yet.
#[test]
fn arrows_join_the_cells_of_the_diagram() {
    for text in ["id,fwd", "ex,fwd", "mem,fwd", "id,fwd,store-fwd", "id,nofwd"] {
        let settings = PipelineSettings::parse(&format!("{text}=1..200")).unwrap();
        for seed in 0..20 {
            let mut steps = steps(seed);
            for step in steps.iter_mut().filter(|step| step.kind == StepKind::Plain).step_by(3) {
                // A store needs one of its registers only as data.
                step.stored.insert(step.reads.iter().next().unwrap_or(0));
            }
            let mut model = PipelineModel::new(settings);
            for step in &steps {
                model.step(step);
            }
            let rows = model.diagram().unwrap().rows();
            for (idx, row) in rows.iter().enumerate() {
                let mut expected: Vec<(u8, u64)> = Vec::new();
                for register in steps[idx].reads.iter() {
                    let older =
                        steps[..idx].iter().rposition(|older| older.writes.contains(register));
                    let Some(older) = older.filter(|_| settings.has_forwarding) else { continue };
                    let stage = rows[older].stage(row.decoded);
                    if stage == "EX" || stage == "MEM" {
                        expected.push((register, rows[older].number));
                    }
                }
                let found = row.forwards.iter().map(|arrow| (arrow.register, arrow.from_number));
                assert_eq!(found.collect::<Vec<_>>(), expected, "{text}, {seed}, {}", row.number);
                for arrow in &row.forwards {
                    let from = &rows[arrow.from_number as usize - 1];
                    assert_eq!(from.pc, arrow.from_pc);
                    assert_eq!(arrow.to_cycle, arrow.from_cycle + 1);
                    assert_eq!(from.stage(arrow.from_cycle), arrow.from_stage);
                    assert_eq!(row.stage(arrow.to_cycle), arrow.to_stage);
                    let is_load = steps[arrow.from_number as usize - 1].unit == ResultUnit::Load;
                    // What comes from memory is not there before MEM is over.
                    assert!(!is_load || arrow.from_stage == "MEM", "{text}, {seed}");
                }
            }
        }
    }
}
