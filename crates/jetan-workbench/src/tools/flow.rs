//! Branches, pipelines and classes of instructions.

use jetan_order::SharedSort;
use jetan_symbols::DebugSymbols;
use jetan_tools::branch::{BranchTool, HistoryTable, PredictorSettings, TableSettings};
use jetan_tools::counters::{CostTable, InstructionClass, WordFormat};
use jetan_tools::observe::{ToolPlan, ToolSet};
use jetan_tools::pipeline::{
    BlockReorder, CpiStack, DiagramRow, HazardPair, MovedPlace, PipelineDiagram, PipelineModel,
    PipelineSettings, RegisterSet, ReorderReport, StepWindow,
};
use jetan_tools::setting::SettingError;
use jetan_wire::{
    BlockReorderState, BranchSiteFigures, BranchesAnswer, BranchesQuery, ClassCount,
    ForwardedValue, HazardState, HistoryTableRow, HistoryTableState, MixAnswer, MixQuery,
    PipelineAnswer, PipelineQuery, PipelineRow, PipelineState, PredictorFigures, StatementMove,
};

use super::follow::{ToolKind, ToolQuestion};
use super::{ROWS_MAX, percent, refused, site};
use crate::jobs::{AnswerOrWork, JobNeeds};
use crate::message::RequestAnswer;
use crate::workbench::RequestContext;

/// Predictors that are compared.
const PREDICTORS_MAX: usize = 16;
/// Pipelines that are compared.
const PIPELINES_MAX: usize = 4;
/// Instructions of a diagram.
const DIAGRAM_ROWS_MAX: u32 = 128;

/// How well predictors have foreseen the branches up to this step.
pub(crate) fn branches(
    context: &mut RequestContext<'_>,
    asked: BranchesQuery,
) -> RequestAnswer<AnswerOrWork<BranchesAnswer>> {
    let predictors = PredictorSettings::parse_list(&asked.predictors);
    let predictors = predictors.map_err(|why| refused(&why))?;
    if predictors.len() > PREDICTORS_MAX {
        let why = SettingError::new(format!("at most {PREDICTORS_MAX} predictors are compared"));
        return Err(refused(&why));
    }
    let table = asked.table.as_deref().map(table_settings).transpose();
    let tables = table.map_err(|why| refused(&why))?.into_iter().collect();
    let plan = ToolPlan { predictors, tables, ..ToolPlan::default() };
    let mut question = ToolQuestion::new(context, ToolKind::Branches, plan, asked.from)?;
    Ok(AnswerOrWork::question(JobNeeds::Run, async move |point| {
        let mut tip = question.arrive(0, &point).await?;
        // The last branch is booked at the next fetch, which need not come.
        tip.engine.tools_mut().settle_tables();
        let tools = tip.engine.tools();
        let (sites, more) = branch_sites(tools, &question.copy.names);
        let first = tools.branches.first();
        let targets = tools.targets.as_ref();
        let (returns, jumps) =
            targets.map_or(((0, 0), (0, 0)), |(stack, buffer)| (stack.figures(), buffer.figures()));
        Ok(BranchesAnswer {
            from: question.from,
            instructions: tools.instructions(),
            executed: first.map_or(0, BranchTool::executed),
            taken: first.map_or(0, BranchTool::taken),
            predictors: tools.branches.iter().map(predictor_wire).collect(),
            sites,
            more,
            returns: returns.0,
            returns_correct: returns.1,
            jumps: jumps.0,
            jumps_correct: jumps.1,
            table: tools.tables.first().map(table_wire),
        })
    }))
}

/// Reads `ENTRIES:HISTORY` or `ENTRIES:HISTORY:taken`.
fn table_settings(text: &str) -> Result<TableSettings, SettingError> {
    let wrong = || SettingError::new(format!("a table is ENTRIES:HISTORY, not `{text}`"));
    let (text, starts_taken) =
        text.strip_suffix(":taken").map_or((text, false), |rest| (rest, true));
    let (entries, history) = text.split_once(':').ok_or_else(wrong)?;
    let entries = entries.parse().map_err(|_| wrong())?;
    let history = history.parse().map_err(|_| wrong())?;
    let settings = TableSettings { entries, history, starts_taken };
    HistoryTable::new(settings).map(|table| table.settings())
}

fn predictor_wire(tool: &BranchTool) -> PredictorFigures {
    PredictorFigures {
        name: tool.settings().to_string(),
        budget_bits: tool.settings().budget_bits(),
        correct: tool.correct(),
        correct_percent: percent(tool.correct(), tool.executed()),
    }
}

/// The branches that were foreseen worst, by the sum of all predictors, and how many are left out.
fn branch_sites(tools: &ToolSet, names: &DebugSymbols) -> (Vec<BranchSiteFigures>, usize) {
    let Some(first) = tools.branches.first() else { return (Vec::new(), 0) };
    let mut sites: Vec<BranchSiteFigures> = Vec::new();
    // Every predictor has seen the same branches, in the same order of addresses.
    for (pc, one) in first.sites() {
        sites.push(BranchSiteFigures {
            site: site(names, pc),
            executed: one.executed,
            taken: one.taken,
            runs: one.runs,
            correct: Vec::new(),
            aliases: Vec::new(),
        });
    }
    for tool in &tools.branches {
        for (row, (_, one)) in sites.iter_mut().zip(tool.sites()) {
            row.correct.push(one.correct);
        }
    }
    let missed = |row: &BranchSiteFigures| {
        row.correct.iter().map(|correct| row.executed - correct).sum::<u64>()
    };
    sites.shared_sort_by_key(|row| (std::cmp::Reverse(missed(row)), row.site.address));
    let more = sites.len().saturating_sub(ROWS_MAX);
    sites.truncate(ROWS_MAX);
    for row in &mut sites {
        let mut partners = tools.branches.iter().map(|tool| tool.partners(row.site.address));
        row.aliases = partners.find(|found| !found.is_empty()).unwrap_or_default();
        row.aliases.truncate(ROWS_MAX);
    }
    (sites, more)
}

fn table_wire(table: &HistoryTable) -> HistoryTableState {
    let used = table.entries().iter().enumerate();
    let used = used.filter(|(_, entry)| entry.correct + entry.incorrect > 0).take(ROWS_MAX);
    let rows = used.map(|(index, entry)| {
        let word = |&is_taken: &bool| if is_taken { "T" } else { "NT" };
        let history: Vec<&str> = entry.outcomes.iter().map(word).collect();
        HistoryTableRow {
            index: index as u32,
            history: history.join(", "),
            prediction: if entry.is_taken { "TAKE" } else { "NOT TAKE" }.to_owned(),
            correct: entry.correct,
            incorrect: entry.incorrect,
        }
    });
    let settings = table.settings();
    HistoryTableState { entries: settings.entries, history: settings.history, rows: rows.collect() }
}

/// The cycles of pipelines up to this step, and their diagrams around it.
pub(crate) fn pipeline(
    context: &mut RequestContext<'_>,
    asked: PipelineQuery,
) -> RequestAnswer<AnswerOrWork<PipelineAnswer>> {
    let settings = asked.settings.iter().map(|text| PipelineSettings::parse(text));
    let pipelines = settings.collect::<Result<Vec<_>, _>>().map_err(|why| refused(&why))?;
    if pipelines.is_empty() || pipelines.len() > PIPELINES_MAX {
        let why = SettingError::new(format!("1 to {PIPELINES_MAX} pipelines are compared"));
        return Err(refused(&why));
    }
    // The diagram moves with the run, so a window of the settings' own has no meaning here.
    if pipelines.iter().any(|one| one.window.is_some()) {
        return Err(refused(&SettingError::new("the diagram is around this step: no =FROM..TO")));
    }
    let before = asked.before.min(DIAGRAM_ROWS_MAX);
    let after = asked.after.min(DIAGRAM_ROWS_MAX - before);
    let wants_reorder = asked.wants_reorder;
    let plan = ToolPlan { pipelines, ..ToolPlan::default() };
    let mut question = ToolQuestion::new(context, ToolKind::Pipeline, plan, asked.from)?;
    Ok(AnswerOrWork::question(JobNeeds::Run, async move |point| {
        let mut tip = question.arrive(u64::from(before), &point).await?;
        let first = tip.engine.tools().instructions() + 1;
        let rows = u64::from(before) + u64::from(after);
        let window = StepWindow { first, last: first + rows.saturating_sub(1) };
        for model in &mut tip.engine.tools_mut().pipelines {
            model.draw(window);
        }
        let timeline = &question.copy.timeline;
        tip.follow_to(timeline, question.now)?;
        let tools = tip.engine.tools();
        let done = tools.instructions();
        let names = &question.copy.names;
        let past = tools.pipelines.iter().map(|model| PastFigures {
            reorders: wants_reorder.then(|| reorders(tools, model, names)),
            ..PastFigures::of(model)
        });
        let past: Vec<_> = past.collect();
        // What comes after this step is part of the diagram only, not of the figures.
        let ahead = question.now.saturating_add(u64::from(after)).min(timeline.end_count());
        tip.follow_to(timeline, ahead)?;
        let models = tip.engine.tools().pipelines.iter().zip(past);
        let states = models.map(|(model, past)| pipeline_wire(model, past, done, names));
        Ok(PipelineAnswer { from: question.from, pipelines: states.collect() })
    }))
}

/// The figures of a pipeline at the step that is asked about.
struct PastFigures {
    stack: CpiStack,
    mispredicted: u64,
    hazards: Vec<HazardPair>,
    reorders: Option<ReorderReport>,
}

fn reorders(tools: &ToolSet, model: &PipelineModel, names: &DebugSymbols) -> ReorderReport {
    let begins_line = |pc: u32| names.begins_line(pc);
    tools.reorder(model, &names.code_labels(), &begins_line)
}

fn reorder_wire(one: &BlockReorder, names: &DebugSymbols) -> BlockReorderState {
    let moves = one.moves.iter().map(|moved| StatementMove {
        statement: site(names, moved.pc),
        after: match moved.place {
            MovedPlace::After(pc) => Some(site(names, pc)),
            MovedPlace::Before(_) => None,
        },
    });
    BlockReorderState {
        first: site(names, one.first),
        last: site(names, one.last),
        executions: one.executions,
        stalls: one.stalls,
        saved: one.saved,
        saved_each: one.saved_each,
        is_exhaustive: one.is_exhaustive,
        moves: moves.collect(),
    }
}

impl PastFigures {
    fn of(model: &PipelineModel) -> PastFigures {
        let mut hazards = model.hazards().pairs();
        hazards.truncate(ROWS_MAX);
        let (stack, mispredicted) = (model.stack(), model.mispredicted());
        PastFigures { stack, mispredicted, hazards, reorders: None }
    }
}

fn pipeline_wire(
    model: &PipelineModel,
    past: PastFigures,
    done: u64,
    names: &DebugSymbols,
) -> PipelineState {
    let PastFigures { stack, mispredicted, hazards, reorders } = past;
    let hazards = hazards.into_iter().map(|pair| HazardState {
        producer: site(names, pair.producer),
        consumer: site(names, pair.consumer),
        register: RegisterSet::name(pair.register),
        reason: pair.reason.name().to_owned(),
        times: pair.count,
        stalls: pair.stalls,
    });
    let rows = model.diagram().map_or(&[][..], PipelineDiagram::rows);
    let cycles = model.diagram().and_then(PipelineDiagram::cycles);
    let (first_cycle, last_cycle) = cycles.unwrap_or((0, 0));
    PipelineState {
        settings: model.settings().to_string(),
        instructions: stack.instructions,
        cycles: stack.cycles(),
        cpi: stack.cpi(),
        load_use: stack.load_use,
        branch_operand: stack.branch_operand,
        multiply_divide: stack.multiply_divide,
        other_data: stack.other_data,
        flushed: stack.flushed,
        wasted_slots: stack.wasted_slots,
        mispredicted,
        hazards: hazards.collect(),
        first_cycle,
        last_cycle,
        rows: rows.iter().map(|row| row_wire(row, rows, done, names)).collect(),
        reorders_are_cut: reorders.as_ref().is_some_and(|found| found.is_cut),
        reorders: reorders
            .map(|found| found.blocks.iter().map(|one| reorder_wire(one, names)).collect()),
    }
}

fn row_wire(row: &DiagramRow, rows: &[DiagramRow], done: u64, names: &DebugSymbols) -> PipelineRow {
    let stages = (row.fetched..=row.decoded + 3).map(|cycle| row.stage(cycle).to_owned());
    let first = rows.first().map_or(0, |row| row.number);
    let forwards = row.forwards.iter().map(|arrow| ForwardedValue {
        register: RegisterSet::name(arrow.register),
        producer: Some(arrow.from_number).filter(|&number| number >= first),
        from_stage: arrow.from_stage.to_owned(),
        from_cycle: arrow.from_cycle,
        to_stage: arrow.to_stage.to_owned(),
        to_cycle: arrow.to_cycle,
    });
    let stall =
        row.stall.map(|(why, register)| format!("{} {}", why.name(), RegisterSet::name(register)));
    PipelineRow {
        number: row.number,
        site: site(names, row.pc),
        is_next: row.number == done + 1,
        is_ahead: row.number > done,
        first_cycle: row.fetched,
        stages: stages.collect(),
        stall,
        forwards: forwards.collect(),
    }
}

/// Executed instructions by class and format up to this step.
pub(crate) fn mix(
    context: &mut RequestContext<'_>,
    asked: MixQuery,
) -> RequestAnswer<AnswerOrWork<MixAnswer>> {
    let costs = CostTable::parse(asked.costs.as_deref().unwrap_or_default());
    let costs = costs.map_err(|why| refused(&why))?;
    let plan = ToolPlan { counts_classes: true, ..ToolPlan::default() };
    let mut question = ToolQuestion::new(context, ToolKind::Mix, plan, asked.from)?;
    Ok(AnswerOrWork::question(JobNeeds::Run, async move |point| {
        let tip = question.arrive(0, &point).await?;
        let mix = tip.engine.tools().mix.clone().unwrap_or_default();
        let costs = tip.engine.tools().costs(&costs);
        let classes = InstructionClass::ALL.iter().map(|&class| ClassCount {
            class: class.name().to_owned(),
            instructions: mix.class(class),
            percent: percent(mix.class(class), mix.total()),
            cost: costs.cost(class),
        });
        Ok(MixAnswer {
            from: question.from,
            total: mix.total(),
            kernel: mix.kernel(),
            r: mix.format(WordFormat::R),
            i: mix.format(WordFormat::I),
            j: mix.format(WordFormat::J),
            classes: classes.collect(),
            cycles: costs.cycles(&mix),
            cpi: costs.cpi(&mix),
        })
    }))
}
