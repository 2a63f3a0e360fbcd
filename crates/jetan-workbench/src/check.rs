//! Somebody's version of a project against the native engine, a case at a time.

mod wire;

use std::rc::Rc;
use std::sync::Arc;
use std::task::Poll;

use jetan_check::adapter::Adapter;
use jetan_check::check::{CaseSuite, CheckPlan, SmallestFailure, suite};
use jetan_check::judged::{JudgedCase, instruction_limit, worth_explaining};
use jetan_check::source::ValueOrigin;
use jetan_games::GameTitle;
use jetan_isa::Pack;
use jetan_machine::{Behaviour, Engine};
use jetan_run::RunSetup;
use jetan_run::loader::make_ready;
use jetan_run::{SlicedJob, YieldPoint};
use jetan_sandbox::limits::CaseLimits;
use jetan_sandbox::program::ProgramUnderTest;
use jetan_sandbox::runner::ProgramRunner;
use jetan_symbols::DebugSymbols;
use jetan_wire::{
    CheckBegun, CheckKind, CheckShare, Event, FailureCode, Nothing, OpenCase, RunOptions, Started,
};

use crate::host::{EngineChoice, WorkbenchHost};
use crate::jobs::{AnswerOrWork, JobFinish, JobNeeds};
use crate::message::{DONE, OutgoingMessage, RequestAnswer, RequestError};
use crate::packs;
use crate::run::{BitmapLocation, RecordedCase, RunOptionsExt};
use crate::workbench::{RequestContext, WakeTime, push};

pub(crate) use wire::shown;

/// The pack of the course that 2048 comes from.
pub(crate) const PACK_OF_2048: &str = "comp2611-2048";
/// Cases that can be generated.
const GENERATED_MAX: usize = 2000;
/// Failing cases that are made small, one for each kind of error.
const EXPLAINED_MAX: usize = 5;
/// Between two events about how far it is, in milliseconds.
const PROGRESS_MS: i64 = 100;

/// A check that is going on, or its result.
pub(crate) struct CheckRun {
    subject: Rc<ProgramUnderTest>,
    names: Rc<DebugSymbols>,
    roots: Vec<String>,
    options: RunOptions,
    suite: Rc<dyn CaseSuite>,
    /// None while a case is at work, which has it.
    engine: Option<Box<dyn Engine>>,
    /// The case at work.
    step: Option<SlicedJob<'static, CaseDone>>,
    judged: Vec<JudgedCase>,
    /// The failing cases that are still to be made small, the next one last; none until all cases
    /// are judged.
    waiting: Option<Vec<usize>>,
    explained: Vec<ShrunkCase>,
    is_done: bool,
    told_ms: i64,
}

/// A case that was worked on, and the engine that it had.
struct CaseDone {
    engine: Box<dyn Engine>,
    outcome: CaseOutcome,
}

enum CaseOutcome {
    Judged(JudgedCase),
    Explained(Option<Box<ShrunkCase>>),
}

/// A failing case and the smallest one that fails like it.
struct ShrunkCase {
    case: usize,
    smallest: SmallestFailure,
    source: ValueOrigin,
}

pub(crate) fn start(
    context: &mut RequestContext<'_>,
    asked: jetan_wire::CheckRequest,
) -> RequestAnswer<AnswerOrWork<CheckBegun>> {
    let unknown = || RequestError::new(FailureCode::BadRequest, "there is no such project");
    let name = GameTitle::from_typed(&asked.project).ok_or_else(unknown)?;
    let generated = asked.cases.unwrap_or(200);
    if generated > GENERATED_MAX {
        return Err(RequestError::new(FailureCode::TooMany, "2,000 cases can be generated"));
    }
    // Before the jobs are cancelled: a program that does not assemble leaves the check before it as
    // it is.
    let (subject, names) = context.subject(name, &asked.roots, &asked.options)?;
    let mut engine = context.carrier.engine(EngineChoice::Auto);
    let plan = CheckPlan { seed: asked.seed.unwrap_or(1), generated };
    context.claim(JobNeeds::Check);
    Ok(AnswerOrWork::work(JobNeeds::Check, async move |point| {
        let mut bench = ProgramRunner::new(&subject, &mut *engine, &point);
        let suite: Rc<dyn CaseSuite> =
            Rc::from(suite(name, &Adapter::default(), plan, &mut bench).await);
        let parts = suite.parts().iter();
        let parts =
            parts.map(|part| CheckShare { name: part.name.to_owned(), points: part.points });
        let (parts, total) = (parts.collect(), suite.len());
        let answer = CheckBegun { total, parts, notes: suite.notes() };
        let check = CheckRun {
            subject: Rc::new(subject),
            names: Rc::new(names),
            roots: asked.roots,
            options: asked.options,
            suite,
            engine: Some(engine),
            step: None,
            judged: Vec::new(),
            waiting: None,
            explained: Vec::new(),
            is_done: false,
            told_ms: 0,
        };
        let finish: JobFinish<CheckBegun> = Box::new(move |context| {
            // Replaced only now: until the suite is made, which runs the program, the results of
            // the check before stay visible.
            context.bench.check = Some(check);
            Ok(answer)
        });
        Ok(finish)
    }))
}

pub(crate) fn stop(context: &mut RequestContext<'_>, _: Nothing) -> RequestAnswer {
    context.claim(JobNeeds::Check);
    // A check that is done stays, so that its cases can still be opened.
    if let Some(check) = context.bench.check.take_if(|check| !check.is_done) {
        context.bench.send(Event::Check(check.progress(CheckKind::Stopped)));
    }
    DONE
}

/// Loads a case that was made small into the debugger, at the step of its error.
pub(crate) fn open_case(
    context: &mut RequestContext<'_>,
    asked: OpenCase,
) -> RequestAnswer<AnswerOrWork<Started>> {
    let none = || RequestError::new(FailureCode::NoCase, "no check has found this case");
    let check = context.bench.check.as_ref().ok_or_else(none)?;
    let explained = check.explained.iter().find(|it| it.case == asked.number).ok_or_else(none)?;
    let ShrunkCase { smallest, source, .. } = explained;
    let Some(kept) = smallest.kept.clone() else {
        let message = "the run of this case is too long to be kept: start it with its input";
        return Err(RequestError::new(FailureCode::NotNow, message));
    };
    let case = RecordedCase {
        names: (*check.names).clone(),
        kept,
        focus: source.focus,
        roots: check.roots.clone(),
        options: check.options.clone().fed_as(&smallest.reproduction),
    };
    context.show_case(case)
}

impl RequestContext<'_> {
    /// The program under test, as `jetan check` has it.
    pub(crate) fn subject(
        &mut self,
        name: GameTitle,
        roots: &[String],
        options: &RunOptions,
    ) -> Result<(ProgramUnderTest, DebugSymbols), RequestError> {
        // The other projects need no pack; a source that names one decides for itself.
        let usual = (name == GameTitle::Twenty48).then_some(PACK_OF_2048);
        let group = self.group_with(roots, options, usual)?;
        let Some(names) = group.names else {
            return Err(RequestError::new(
                FailureCode::NotAssembled,
                "there are errors in the sources",
            ));
        };
        let subject = load(&names, group.pack, options, CaseLimits::of(name))?;
        Ok((subject, names))
    }
}

/// A program that is to be run by a bench.
pub(crate) fn load(
    names: &DebugSymbols,
    pack: Option<Arc<Pack>>,
    options: &RunOptions,
    limits: CaseLimits,
) -> Result<ProgramUnderTest, RequestError> {
    let setup = RunSetup { pack, ..ProgramUnderTest::setup(Behaviour::JETAN, limits) };
    let loaded = make_ready(Arc::clone(&names.program), &names.sources, setup);
    let loaded = loaded.map_err(|error| packs::refusal(&error, &names.sources))?;
    let display = match options.described(&names.sources, loaded.machine.map())? {
        Some(BitmapLocation::At(config, _)) => Some(config),
        Some(BitmapLocation::None | BitmapLocation::Unknown) | None => None,
    };
    Ok(ProgramUnderTest::new(loaded, display, limits).naming_files(&names.sources))
}

impl CheckRun {
    /// Judges cases for a slice, then makes those small that are worth it; at the end everything is
    /// told.
    pub(crate) fn advance(
        &mut self,
        carrier: &mut dyn WorkbenchHost,
        outbox: &mut Vec<OutgoingMessage>,
    ) -> WakeTime {
        while !self.is_done {
            let Some(mut step) = self.step.take().or_else(|| self.next_step(outbox)) else {
                break;
            };
            match step.advance() {
                Poll::Ready(CaseDone { engine, outcome }) => {
                    // The engine comes back with the case: a new one for each would translate the
                    // program again.
                    self.engine = Some(engine);
                    self.take(outcome, carrier.now_ms(), outbox);
                }
                Poll::Pending => self.step = Some(step),
            }
            if !carrier.has_time() {
                return WakeTime::Now;
            }
        }
        WakeTime::Never
    }

    /// Begins with the next case; none if all is done.
    fn next_step(
        &mut self,
        outbox: &mut Vec<OutgoingMessage>,
    ) -> Option<SlicedJob<'static, CaseDone>> {
        if self.judged.len() < self.suite.len() {
            return self.begin(self.judged.len(), judge);
        }
        let waiting = self.waiting.get_or_insert_with(|| {
            // Chosen when all cases are judged, because only then it is known which kinds of error
            // there are.
            let worth = worth_explaining(&self.judged, EXPLAINED_MAX);
            worth.iter().rev().map(|judged| judged.case).collect()
        });
        let Some(case) = waiting.pop() else {
            self.is_done = true;
            push(outbox, Event::Check(self.result()));
            return None;
        };
        if self.explained.is_empty() {
            push(outbox, Event::Check(self.progress(CheckKind::Shrinking)));
        }
        self.begin(case, explain)
    }

    fn begin<W: AsyncFnOnce(CaseAtWork, &YieldPoint) -> CaseDone + 'static>(
        &mut self,
        case: usize,
        work: W,
    ) -> Option<SlicedJob<'static, CaseDone>> {
        let most = match self.judged.get(case) {
            Some(judged) => judged.most,
            // Cases judged before bound the next ones: a program that hangs in each case would
            // otherwise take the full limit every time.
            None => instruction_limit(&self.judged),
        };
        let case = CaseAtWork {
            case,
            most,
            subject: Rc::clone(&self.subject),
            names: Rc::clone(&self.names),
            suite: Rc::clone(&self.suite),
            engine: self.engine.take()?,
        };
        Some(SlicedJob::new(async |point| work(case, &point).await))
    }

    fn take(&mut self, outcome: CaseOutcome, now_ms: i64, outbox: &mut Vec<OutgoingMessage>) {
        match outcome {
            CaseOutcome::Judged(judged) => {
                self.judged.push(judged);
                if !(0..PROGRESS_MS).contains(&(now_ms - self.told_ms)) {
                    self.told_ms = now_ms;
                    push(outbox, Event::Check(self.progress(CheckKind::Running)));
                }
            }
            CaseOutcome::Explained(explained) => {
                self.explained.extend(explained.map(|explained| *explained));
                push(outbox, Event::Check(self.progress(CheckKind::Shrinking)));
            }
        }
    }
}

/// A case with everything that it takes to work on it.
struct CaseAtWork {
    case: usize,
    /// The most instructions that it may take.
    most: u64,
    subject: Rc<ProgramUnderTest>,
    names: Rc<DebugSymbols>,
    suite: Rc<dyn CaseSuite>,
    engine: Box<dyn Engine>,
}

impl CaseAtWork {
    fn bench(&mut self, point: &YieldPoint) -> ProgramRunner<'_> {
        let mut bench = ProgramRunner::new(&self.subject, &mut *self.engine, point);
        // Never more than the sandbox allows, whatever earlier cases took.
        bench.limits.instructions = bench.limits.instructions.min(self.most);
        bench
    }
}

async fn judge(mut at_work: CaseAtWork, point: &YieldPoint) -> CaseDone {
    let (case, most, suite) = (at_work.case, at_work.most, Rc::clone(&at_work.suite));
    let verdict = suite.judge(case, &mut at_work.bench(point)).await;
    let judged = JudgedCase { case, part: suite.part(case), verdict, most };
    CaseDone { engine: at_work.engine, outcome: CaseOutcome::Judged(judged) }
}

/// Looks for the smallest case that fails as this one did, and for the source of its mistake.
async fn explain(mut at_work: CaseAtWork, point: &YieldPoint) -> CaseDone {
    let (case, suite) = (at_work.case, Rc::clone(&at_work.suite));
    let smallest = suite.shrink(case, &mut at_work.bench(point)).await;
    let explained = match smallest {
        Some(smallest) => {
            let source = ValueOrigin::of(&smallest, &at_work.names, point).await;
            Some(Box::new(ShrunkCase { case, smallest, source }))
        }
        None => None,
    };
    CaseDone { engine: at_work.engine, outcome: CaseOutcome::Explained(explained) }
}
