//! Figures of branches, pipelines and instruction counters.

use jetan_symbols::DebugSymbols;
use jetan_tools::branch::{BranchTool, HistoryTable, ReturnStack, TargetBuffer};
use jetan_tools::cache::MemoryTimes;
use jetan_tools::counters::{
    CostTable, InstructionClass, InstructionMix, MarsCategory, WordFormat,
};
use jetan_tools::observe::ToolSet;
use jetan_tools::pipeline::{
    BlockReorder, DiagramRow, ForwardArrow, MovedPlace, MovedStatement, PipelineModel, RegisterSet,
};
use jetan_tools::question;
use serde::Serialize;

use super::WireSite;

/// The figures of one predictor.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct WireBranches {
    pub(super) predictor: String,
    /// Bits of state that it needs.
    pub(super) budget_bits: u64,
    pub(super) executed: u64,
    pub(super) taken: u64,
    pub(super) correct: u64,
    pub(super) correct_percent: f64,
    pub(super) sites: Vec<WireBranchSite>,
}

/// The executions of one branch.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct WireBranchSite {
    #[serde(flatten)]
    pub(super) site: WireSite,
    pub(super) executed: u64,
    pub(super) taken: u64,
    /// Sequences of equal outcomes.
    pub(super) runs: u64,
    pub(super) correct: u64,
    /// Addresses of other branches that share its entry of the table.
    pub(super) aliases: Vec<u32>,
}

fn percent(part: u64, whole: u64) -> f64 {
    if whole == 0 { 0.0 } else { 100.0 * part as f64 / whole as f64 }
}

impl WireBranches {
    pub(super) fn new(tool: &BranchTool, names: &DebugSymbols) -> WireBranches {
        let mut sites: Vec<_> = tool.sites().collect();
        sites.sort_by_key(|(_, site)| std::cmp::Reverse(site.executed - site.correct));
        let sites = sites.into_iter().map(|(pc, site)| WireBranchSite {
            site: WireSite::new(pc, names),
            executed: site.executed,
            taken: site.taken,
            runs: site.runs,
            correct: site.correct,
            aliases: tool.partners(pc),
        });
        WireBranches {
            predictor: tool.settings().to_string(),
            budget_bits: tool.settings().budget_bits(),
            executed: tool.executed(),
            taken: tool.taken(),
            correct: tool.correct(),
            correct_percent: percent(tool.correct(), tool.executed()),
            sites: sites.collect(),
        }
    }
}

/// Predictions of targets.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct WireTargets {
    pub(super) returns: u64,
    pub(super) returns_correct: u64,
    pub(super) jumps: u64,
    pub(super) jumps_correct: u64,
}

impl WireTargets {
    pub(super) fn new(stack: &ReturnStack, buffer: &TargetBuffer) -> WireTargets {
        let ((returns, returns_correct), (jumps, jumps_correct)) =
            (stack.figures(), buffer.figures());
        WireTargets { returns, returns_correct, jumps, jumps_correct }
    }
}

/// The figures of one pipeline.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct WirePipeline {
    pub(super) settings: String,
    pub(super) instructions: u64,
    pub(super) cycles: u64,
    pub(super) cpi: f64,
    pub(super) data_stalls: u64,
    pub(super) load_use: u64,
    pub(super) branch_operand: u64,
    pub(super) multiply_divide: u64,
    pub(super) other_data: u64,
    pub(super) flushed: u64,
    pub(super) fetch_misses: u64,
    pub(super) data_misses: u64,
    pub(super) wasted_slots: u64,
    pub(super) mispredicted: u64,
    pub(super) hazards: Vec<WireHazard>,
    pub(super) is_cut: bool,
    /// Orders of blocks that save cycles.
    pub(super) reorders: Vec<WireReorder>,
    /// Whether there were more blocks than could be looked at.
    pub(super) reorders_are_cut: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) window: Option<Vec<WireStages>>,
}

/// Another order of a block.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct WireReorder {
    pub(super) first: WireSite,
    pub(super) last: WireSite,
    pub(super) executions: u64,
    pub(super) stalls: u64,
    /// Cycles that it saves at least.
    pub(super) saved: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) saved_each: Option<u64>,
    /// Whether every legal order was tried.
    pub(super) is_exhaustive: bool,
    /// Addresses of the instructions in their new order.
    pub(super) order: Vec<u32>,
    pub(super) moves: Vec<WireMove>,
}

/// A statement that is moved.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct WireMove {
    pub(super) statement: WireSite,
    pub(super) instructions: u32,
    /// The statement that it comes after.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) after: Option<WireSite>,
    /// The first statement of the block, if it comes before that.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) before: Option<WireSite>,
}

impl WireReorder {
    fn new(one: &BlockReorder, names: &DebugSymbols) -> WireReorder {
        WireReorder {
            first: WireSite::new(one.first, names),
            last: WireSite::new(one.last, names),
            executions: one.executions,
            stalls: one.stalls,
            saved: one.saved,
            saved_each: one.saved_each,
            is_exhaustive: one.is_exhaustive,
            order: one.order.clone(),
            moves: one.moves.iter().map(|moved| WireMove::new(moved, names)).collect(),
        }
    }
}

impl WireMove {
    fn new(moved: &MovedStatement, names: &DebugSymbols) -> WireMove {
        let (after, before) = match moved.place {
            MovedPlace::After(pc) => (Some(pc), None),
            MovedPlace::Before(pc) => (None, Some(pc)),
        };
        WireMove {
            statement: WireSite::new(moved.pc, names),
            instructions: moved.instructions,
            after: after.map(|pc| WireSite::new(pc, names)),
            before: before.map(|pc| WireSite::new(pc, names)),
        }
    }
}

/// A pair of instructions of which one waits.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct WireHazard {
    pub(super) producer: WireSite,
    pub(super) consumer: WireSite,
    pub(super) register: String,
    pub(super) reason: &'static str,
    pub(super) count: u64,
    pub(super) stalls: u64,
}

/// The stages of one instruction.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct WireStages {
    pub(super) number: u64,
    #[serde(flatten)]
    pub(super) site: WireSite,
    /// The first cycle in IF.
    pub(super) fetched: u64,
    /// The first cycle in ID.
    pub(super) arrived: u64,
    /// The last cycle in ID.
    pub(super) decoded: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) stall: Option<String>,
    /// Registers whose values come past the register file, with the address of their producer.
    pub(super) forwards: Vec<(String, u32)>,
    /// The same values with their way.
    pub(super) arrows: Vec<WireArrow>,
    #[serde(skip)]
    pub(super) row: DiagramRow,
}

/// The way of a forwarded value, from one cycle to the next.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct WireArrow {
    pub(super) register: String,
    /// The number in the run of the instruction that made it.
    pub(super) from_number: u64,
    pub(super) from_pc: u32,
    pub(super) from_stage: &'static str,
    pub(super) from_cycle: u64,
    pub(super) to_stage: &'static str,
    pub(super) to_cycle: u64,
}

impl WireArrow {
    fn new(arrow: &ForwardArrow) -> WireArrow {
        WireArrow {
            register: RegisterSet::name(arrow.register),
            from_number: arrow.from_number,
            from_pc: arrow.from_pc,
            from_stage: arrow.from_stage,
            from_cycle: arrow.from_cycle,
            to_stage: arrow.to_stage,
            to_cycle: arrow.to_cycle,
        }
    }
}

impl WirePipeline {
    pub(super) fn new(
        model: &PipelineModel,
        tools: &ToolSet,
        names: &DebugSymbols,
        times: MemoryTimes,
    ) -> WirePipeline {
        let stack = question::with_misses(model, tools.caches.first(), times);
        let begins_line = |pc: u32| names.begins_line(pc);
        let reorders = tools.reorder(model, &names.code_labels(), &begins_line);
        let hazards = model.hazards().pairs().into_iter().map(|pair| WireHazard {
            producer: WireSite::new(pair.producer, names),
            consumer: WireSite::new(pair.consumer, names),
            register: RegisterSet::name(pair.register),
            reason: pair.reason.name(),
            count: pair.count,
            stalls: pair.stalls,
        });
        let window = model
            .diagram()
            .map(|diagram| diagram.rows().iter().map(|row| WireStages::new(row, names)).collect());
        WirePipeline {
            settings: model.settings().to_string(),
            instructions: stack.instructions,
            cycles: stack.cycles(),
            cpi: stack.cpi(),
            data_stalls: stack.data_stalls(),
            load_use: stack.load_use,
            branch_operand: stack.branch_operand,
            multiply_divide: stack.multiply_divide,
            other_data: stack.other_data,
            flushed: stack.flushed,
            fetch_misses: stack.fetch_misses,
            data_misses: stack.data_misses,
            wasted_slots: stack.wasted_slots,
            mispredicted: model.mispredicted(),
            hazards: hazards.collect(),
            is_cut: model.hazards().is_cut(),
            reorders: reorders.blocks.iter().map(|one| WireReorder::new(one, names)).collect(),
            reorders_are_cut: reorders.is_cut,
            window,
        }
    }
}

impl WireStages {
    fn new(row: &DiagramRow, names: &DebugSymbols) -> WireStages {
        let stall = row
            .stall
            .map(|(why, register)| format!("{} {}", why.name(), RegisterSet::name(register)));
        let forwards = row.forwards.iter();
        WireStages {
            number: row.number,
            site: WireSite::new(row.pc, names),
            fetched: row.fetched,
            arrived: row.arrived,
            decoded: row.decoded,
            stall,
            forwards: forwards
                .map(|arrow| (RegisterSet::name(arrow.register), arrow.from_pc))
                .collect(),
            arrows: row.forwards.iter().map(WireArrow::new).collect(),
            row: row.clone(),
        }
    }
}

/// Instructions by class and format.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct WireMix {
    pub(super) total: u64,
    pub(super) kernel: u64,
    pub(super) r: u64,
    pub(super) i: u64,
    pub(super) j: u64,
    pub(super) classes: Vec<WireClass>,
    /// Cycles by the costs that were given.
    pub(super) cycles: u64,
    pub(super) cpi: f64,
}

/// Instructions of one class.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct WireClass {
    pub(super) class: &'static str,
    pub(super) instructions: u64,
    pub(super) cost: u32,
}

impl WireMix {
    pub(super) fn new(mix: &InstructionMix, costs: &CostTable) -> WireMix {
        let classes = InstructionClass::ALL.iter().map(|&class| WireClass {
            class: class.name(),
            instructions: mix.class(class),
            cost: costs.cost(class),
        });
        WireMix {
            total: mix.total(),
            kernel: mix.kernel(),
            r: mix.format(WordFormat::R),
            i: mix.format(WordFormat::I),
            j: mix.format(WordFormat::J),
            classes: classes.collect(),
            cycles: costs.cycles(mix),
            cpi: costs.cpi(mix),
        }
    }
}

/// The figures that MARS's tools show, faults included.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct WireMarsTools {
    pub(super) tables: Vec<WireTable>,
    pub(super) counter: Option<[u64; 4]>,
    pub(super) statistics: Option<Vec<(&'static str, u64)>>,
    /// The values that drive the left and the right digit of the lab.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) digits: Option<[u32; 2]>,
}

/// MARS's branch history table.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct WireTable {
    pub(super) entries: u32,
    pub(super) history: u32,
    pub(super) correct: u64,
    pub(super) incorrect: u64,
    pub(super) rows: Vec<WireTableRow>,
}

/// An entry that was used.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct WireTableRow {
    pub(super) index: usize,
    /// The last outcomes, the oldest first.
    pub(super) history: String,
    pub(super) prediction: &'static str,
    pub(super) correct: u64,
    pub(super) incorrect: u64,
}

impl WireMarsTools {
    pub(super) fn of(tools: &ToolSet) -> Option<WireMarsTools> {
        let has_any = !tools.tables.is_empty() || tools.mars_counters.is_some();
        let counters = tools.mars_counters.as_ref();
        has_any.then(|| WireMarsTools {
            tables: tools.tables.iter().map(WireTable::new).collect(),
            counter: counters.map(|(counter, _)| {
                let formats = [WordFormat::R, WordFormat::I, WordFormat::J];
                let [r, i, j] = formats.map(|format| counter.format(format));
                [counter.total(), r, i, j]
            }),
            statistics: counters.map(|(_, statistics)| {
                let all = MarsCategory::ALL.into_iter();
                all.map(|one| (one.name(), statistics.count(one))).collect()
            }),
            digits: tools.pictures.digits.map(|digits| [digits.left, digits.right]),
        })
    }
}

impl WireTable {
    fn new(table: &HistoryTable) -> WireTable {
        let (correct, incorrect) = table.totals();
        let used = table.entries().iter().enumerate();
        let used = used.filter(|(_, entry)| entry.correct + entry.incorrect > 0);
        let rows = used.map(|(index, entry)| {
            let word = |&is_taken: &bool| if is_taken { "T" } else { "NT" };
            let history: Vec<&str> = entry.outcomes.iter().map(word).collect();
            WireTableRow {
                index,
                history: history.join(", "),
                prediction: if entry.is_taken { "TAKE" } else { "NOT TAKE" },
                correct: entry.correct,
                incorrect: entry.incorrect,
            }
        });
        let settings = table.settings();
        WireTable {
            entries: settings.entries,
            history: settings.history,
            correct,
            incorrect,
            rows: rows.collect(),
        }
    }
}
