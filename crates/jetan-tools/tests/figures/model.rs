//! Rows that follow our own definitions.

use jetan_tools::branch::PredictorSettings;
use jetan_tools::cache::{CacheGeometry, CacheRole, CacheSettings, ReplacementPolicy};
use jetan_tools::observe::ToolPlan;
use jetan_tools::pipeline::{BranchStage, PipelineSettings};

use crate::program::run;
use crate::{FigureRow, rows_of};

pub(crate) fn kinds_of_misses() {
    for (program, rows) in rows_of("model-3c") {
        let settings = |row: &FigureRow| {
            let shape = [row.number("blocks"), row.number("words"), row.number("ways")];
            let geometry = CacheGeometry::new(shape[0], shape[1], shape[2]).unwrap();
            let settings = CacheSettings::new(geometry, ReplacementPolicy::Lru).unwrap();
            vec![(CacheRole::Data, settings)]
        };
        let caches = rows.iter().map(settings).collect();
        let tools = run(&program, &ToolPlan { caches, ..ToolPlan::default() }, u64::MAX);
        for (row, caches) in rows.iter().zip(&tools.caches) {
            let figures = caches.first()[0].1.figures();
            row.check(&format!(
                "reads={};writes={};read_misses={};write_misses={};compulsory={};capacity={};\
                 conflict={};writebacks={};dirty_left={}",
                figures.reads,
                figures.writes,
                figures.read_misses,
                figures.write_misses,
                figures.compulsory,
                figures.capacity,
                figures.conflict,
                figures.writebacks,
                figures.dirty_left
            ));
        }
    }
}

pub(crate) fn stack_distances() {
    for (program, rows) in rows_of("model-stack") {
        let plan = ToolPlan { curve_words: Some(4), ..ToolPlan::default() };
        let (_, curve) = run(&program, &plan, u64::MAX).curve.unwrap();
        let sizes = (0..9).map(|power| 1 << power);
        let hits = sizes.map(|blocks| format!(";hits@{blocks}={}", curve.hits_at(blocks)));
        let hits: String = hits.collect();
        let (accesses, cold) = (curve.accesses(), curve.cold());
        rows[0].check(&format!("accesses={accesses};cold={cold};distinct={cold}{hits}"));
    }
}

pub(crate) fn predictors() {
    let settings = "not-taken,taken,btfn,1bit:16,2bit:16@0,mars:16,gshare:16:4@1,local:16:4@1";
    let names = [
        "static_not_taken",
        "static_taken",
        "btfn",
        "one_bit_16",
        "two_bit_saturating_16_init0",
        "two_in_a_row_16",
        "gshare_16_h4_init1",
        "local_16x4_init1",
    ];
    let predictors = PredictorSettings::parse_list(settings).unwrap();
    let plan = ToolPlan { predictors, ..ToolPlan::default() };
    for (program, rows) in rows_of("model-predictor") {
        let tools = run(&program, &plan, u64::MAX);
        let first = &tools.branches[0];
        let figures = names.iter().zip(&tools.branches);
        let figures = figures.map(|(name, tool)| format!(";{name}={}", tool.correct()));
        let figures: String = figures.collect();
        let (branches, taken) = (first.executed(), first.taken());
        rows[0].check(&format!("branches={branches};taken={taken}{figures}"));
    }
}

fn pipeline_settings(row: &FigureRow) -> PipelineSettings {
    let mut settings = PipelineSettings {
        has_forwarding: row.settings.starts_with("forwarding"),
        branch_stage: match row.setting("branch") {
            "ID" => BranchStage::Id,
            "EX" => BranchStage::Ex,
            "MEM" => BranchStage::Mem,
            other => panic!("{other}"),
        },
        ..PipelineSettings::default()
    };
    if row.settings.contains("mult=") {
        settings.multiply_cycles = row.number("mult");
        settings.divide_cycles = row.number("div");
    }
    settings
}

pub(crate) fn pipelines() {
    for (program, rows) in rows_of("model-pipeline") {
        let pipelines = rows.iter().map(pipeline_settings).collect();
        let tools = run(&program, &ToolPlan { pipelines, ..ToolPlan::default() }, u64::MAX);
        for (row, pipeline) in rows.iter().zip(&tools.pipelines) {
            let stack = pipeline.stack();
            row.check(&format!(
                "instructions={};cycles={};cpi={:.4};data_stalls={};load_use={};\
                 branch_operand={};muldiv={};flushed={}",
                stack.instructions,
                stack.cycles(),
                stack.cpi(),
                stack.data_stalls(),
                stack.load_use,
                stack.branch_operand,
                stack.multiply_divide,
                stack.flushed
            ));
        }
    }
}
