//! The requests that start, move and feed a run.

use jetan_asm::problem::Severity;
use jetan_debug::{Arrival, Debugger, NthArrival, StepKind, StepPlan};
use jetan_machine::HostInput;
use jetan_machine::host::DialogAnswer;
use jetan_run::{YieldPoint, keys};
use jetan_wire::{
    Assemble, Assembled, DialogButton, DialogClosed, DrawnFrame, Event, FailureCode, Goal,
    GotoRequest, LineGoal, MarkKind, NamedGoal, Nothing, Pad, ReasonKind, RunOptions, Speed,
    StartRequest, Started, StepRequest, StepUnit,
};

use super::landmarks;
use super::motion::RunMotion;
use super::options::RunOptionsExt;
use super::state::{StandReason, StoppedRegisters};
use super::{DebuggedRun, RecordedCase, RunPace};
use crate::documents::SourceGroup;
use crate::files;
use crate::jobs::{AnswerOrWork, JobFinish, JobNeeds};
use crate::limits::{DOCUMENTS_MAX, STEPS_MAX};
use crate::message::{DONE, RequestAnswer, RequestError};
use crate::workbench::RequestContext;

/// The number of times a step is to be done.
fn times(steps: StepRequest) -> Result<u64, RequestError> {
    let times = steps.times.unwrap_or(1);
    if (1..=STEPS_MAX).contains(&times) {
        return Ok(times);
    }
    Err(RequestError::new(FailureCode::BadRequest, "`times` is 1 to 1000000000"))
}

impl RequestContext<'_> {
    /// Assembles some files with options.
    pub(crate) fn group(
        &mut self,
        roots: &[String],
        options: &RunOptions,
    ) -> Result<SourceGroup, RequestError> {
        self.group_with(roots, options, None)
    }

    /// The same; `usual` is the pack that is used where nobody names one.
    pub(crate) fn group_with(
        &mut self,
        roots: &[String],
        options: &RunOptions,
        usual: Option<&str>,
    ) -> Result<SourceGroup, RequestError> {
        options.check()?;
        if roots.is_empty() || roots.len() > DOCUMENTS_MAX {
            return Err(RequestError::new(FailureCode::BadRequest, "`roots` has 1 to 200 paths"));
        }
        for root in roots {
            files::check_path(root)?;
        }
        let sources = self.bench.documents.load(roots, self.carrier)?;
        let documents = &self.bench.documents;
        let settings = documents.settings(&sources, self.carrier)?;
        let usual = settings.as_ref().and_then(|chosen| chosen.pack.as_deref()).or(usual);
        let pack = documents.pack(&sources, options, usual, self.carrier)?;
        Ok(SourceGroup::new(sources, options, pack, settings.as_ref()))
    }

    /// Starts a run in place of the one there is.
    pub(crate) fn begin(
        &mut self,
        roots: Vec<String>,
        options: RunOptions,
        runs: bool,
    ) -> RequestAnswer<Started> {
        let group = self.group(&roots, &options)?;
        // Before the run is made: if the program does not assemble, its errors are what the user
        // has to see now.
        self.bench.documents.adopt(&roots, &options);
        let made = DebuggedRun::new(group, roots, options, self.carrier);
        let run = self.replace_run(made)?;
        if runs {
            run.begin_motion(RunMotion::Go);
            run.is_state_due = true;
        }
        self.work();
        Ok(Started { ok: true })
    }

    /// Puts a run in the place of the one there is, with its speed and its breakpoints; if there
    /// is none, the old one has ended all the same.
    pub(crate) fn replace_run(
        &mut self,
        made: Result<DebuggedRun, RequestError>,
    ) -> Result<&mut DebuggedRun, RequestError> {
        self.claim(JobNeeds::Run);
        // The speed is the user's choice and not the program's, so it outlives the run.
        let pace = self.bench.run.take().and_then(|run| run.pace);
        let mut run = match made {
            Ok(run) => run,
            Err(refusal) => {
                self.bench.send(Event::State(DebuggedRun::idle()));
                return Err(refusal);
            }
        };
        run.pace = pace;
        self.bench.points.begin(&mut run.debugger);
        self.bench.runs += 1;
        run.number = self.bench.runs;
        self.bench.send(run.began());
        let points = self.bench.points.wire();
        if !points.items.is_empty() {
            self.bench.send(Event::Breakpoints(points));
        }
        Ok(self.bench.run.insert(run))
    }

    /// Shows a case of a check, at the step at which its error was made.
    pub(crate) fn show_case(&mut self, case: RecordedCase) -> RequestAnswer<AnswerOrWork<Started>> {
        // The run will be replaced: questions about the old one are given up now and not when the
        // playback is done.
        self.claim(JobNeeds::Run);
        let again = case.prepare_playback(self.carrier)?;
        Ok(AnswerOrWork::work(JobNeeds::Run, async |point| {
            let made = again.play(&point).await;
            let finish: JobFinish<Started> = Box::new(move |context| {
                context.replace_run(made)?;
                context.work();
                Ok(Started { ok: true })
            });
            Ok(finish)
        }))
    }

    /// Does a slice at once, so that what is quick has happened when the next request comes.
    pub(crate) fn work(&mut self) {
        if let Some(run) = &mut self.bench.run {
            run.advance_motion(self.carrier);
        }
        self.bench.flush(self.carrier);
    }

    fn set_out(&mut self, motion: RunMotion) -> RequestAnswer {
        // Asked first, so that a request without a run is refused and does not cancel anybody's
        // job.
        self.run()?;
        self.claim(JobNeeds::Run);
        self.run()?.begin_motion(motion);
        self.work();
        DONE
    }

    /// A copy of what is debugged, for whoever looks for something in it.
    pub(crate) fn copy(&mut self) -> Result<Debugger<'static>, RequestError> {
        let run = self.bench.run.as_mut().ok_or_else(RequestError::not_started)?;
        // An engine of its own: that of the run has notes and the recogniser around it, which must
        // not see what is only looked at.
        Ok(run.debugger.copy(self.carrier.engine(run.options.engine)))
    }

    /// Goes somewhere that is known, which may take a while: a copy goes there, and the run follows
    /// when it has arrived.
    pub(super) fn travel<G>(&mut self, go: G) -> RequestAnswer<AnswerOrWork<Nothing>>
    where
        G: AsyncFnOnce(&mut Debugger<'static>, &YieldPoint) -> Result<Arrival, RequestError>
            + 'static,
    {
        // First, since it fails without a run: nobody's job is cancelled for a request that is
        // refused.
        let mut copy = self.copy()?;
        self.claim(JobNeeds::Run);
        self.run()?.pause_motion();
        Ok(AnswerOrWork::work(JobNeeds::Run, async move |point| {
            let arrival = go(&mut copy, &point).await;
            let finish: JobFinish<Nothing> = Box::new(move |context| {
                let run = context.run()?;
                run.before = StoppedRegisters::of(run.debugger.machine());
                // Wherever it is now, the client is to know, also if it could not go further.
                run.is_state_due = true;
                let arrival = arrival?;
                run.debugger.timeline.follow_copy(copy.timeline);
                run.arrive_back(arrival);
                context.bench.flush(context.carrier);
                DONE
            });
            Ok(finish)
        }))
    }

    /// Takes a step back.
    fn step_back(&mut self, step: StepKind, times: u64) -> RequestAnswer<AnswerOrWork<Nothing>> {
        self.travel(async move |debugger, point| {
            let mut plan = StepPlan::new(step, times);
            Ok(debugger.advance_back(&mut plan, point).await?)
        })
    }
}

pub(crate) fn assemble(
    context: &mut RequestContext<'_>,
    start: Assemble,
) -> RequestAnswer<Assembled> {
    let group = context.group(&start.roots, &start.options)?;
    context.bench.documents.adopt(&start.roots, &start.options);
    let of = |severity| {
        let diagnostics = group.analysis.diagnostics().iter();
        diagnostics.filter(|diagnostic| diagnostic.severity() == severity).count()
    };
    Ok(Assembled {
        ok: group.names.is_some(),
        errors: of(Severity::Error),
        warnings: of(Severity::Warning),
    })
}

pub(crate) fn start(
    context: &mut RequestContext<'_>,
    start: StartRequest,
) -> RequestAnswer<Started> {
    context.begin(start.roots, start.options, start.run)
}

pub(crate) fn reset(context: &mut RequestContext<'_>, _: Nothing) -> RequestAnswer<Started> {
    let run = context.run()?;
    let (roots, options) = (run.roots.clone(), run.options.clone());
    context.begin(roots, options, false)
}

pub(crate) fn stop(context: &mut RequestContext<'_>, _: Nothing) -> RequestAnswer {
    context.run()?;
    context.claim(JobNeeds::Run);
    context.bench.run = None;
    context.bench.send(Event::State(DebuggedRun::idle()));
    DONE
}

pub(crate) fn go(context: &mut RequestContext<'_>, _: Nothing) -> RequestAnswer {
    context.set_out(RunMotion::Go)
}

pub(crate) fn pause(context: &mut RequestContext<'_>, _: Nothing) -> RequestAnswer {
    context.claim(JobNeeds::Run);
    context.run()?.pause_motion();
    context.bench.flush(context.carrier);
    DONE
}

pub(crate) fn step(context: &mut RequestContext<'_>, steps: StepRequest) -> RequestAnswer {
    let times = times(steps)?;
    let count = context.run()?.debugger.timeline.count();
    match steps.unit {
        StepUnit::Statement => {
            context.set_out(RunMotion::Step(StepPlan::new(StepKind::Statement, times)))
        }
        StepUnit::Instruction => {
            context.set_out(RunMotion::Count(count.saturating_add(times), ReasonKind::Step))
        }
    }
}

pub(crate) fn over(context: &mut RequestContext<'_>, steps: StepRequest) -> RequestAnswer {
    let times = times(steps)?;
    let kind = match steps.unit {
        StepUnit::Statement => StepKind::Over,
        StepUnit::Instruction => StepKind::OverInstruction,
    };
    context.set_out(RunMotion::Step(StepPlan::new(kind, times)))
}

/// Runs to where the innermost call returns.
pub(crate) fn out(context: &mut RequestContext<'_>, _: Nothing) -> RequestAnswer {
    context.set_out(RunMotion::Step(StepPlan::new(StepKind::Out, 1)))?;
    // `set_out` has done a slice already, in which a step out without a call ends at once.
    if context.run()?.reason.kind == ReasonKind::NotInCall {
        let message = "the program is not in a procedure that was called";
        return Err(RequestError::new(FailureCode::NotNow, message));
    }
    DONE
}

pub(crate) fn back(
    context: &mut RequestContext<'_>,
    steps: StepRequest,
) -> RequestAnswer<AnswerOrWork<Nothing>> {
    let times = times(steps)?;
    match steps.unit {
        StepUnit::Statement => context.step_back(StepKind::Back, times),
        StepUnit::Instruction => context.travel(async move |debugger, point| {
            Ok(debugger.back_instructions(times, point).await?)
        }),
    }
}

pub(crate) fn back_over(
    context: &mut RequestContext<'_>,
    _: Nothing,
) -> RequestAnswer<AnswerOrWork<Nothing>> {
    context.step_back(StepKind::BackOver, 1)
}

pub(crate) fn back_out(
    context: &mut RequestContext<'_>,
    _: Nothing,
) -> RequestAnswer<AnswerOrWork<Nothing>> {
    context.step_back(StepKind::BackOut, 1)
}

pub(crate) fn reverse(
    context: &mut RequestContext<'_>,
    _: Nothing,
) -> RequestAnswer<AnswerOrWork<Nothing>> {
    context.travel(async |debugger, point| Ok(debugger.go_back(point).await?))
}

pub(crate) fn goto(
    context: &mut RequestContext<'_>,
    goto: GotoRequest,
) -> RequestAnswer<AnswerOrWork<Nothing>> {
    let timeline = &context.run()?.debugger.timeline;
    let count = match goto.to {
        Goal::Count(count) => count,
        Goal::Named(named) => match named {
            NamedGoal::Start => timeline.start_count(),
            NamedGoal::End => timeline.end_count(),
            NamedGoal::FirstOutput => {
                let first = timeline.printed().first();
                first
                    .ok_or_else(|| {
                        RequestError::new(FailureCode::NotNow, "nothing has been printed yet")
                    })?
                    .since
            }
        },
        Goal::Output(goal) => {
            let piece = timeline.printed().piece_of(goal.output);
            piece
                .ok_or_else(|| RequestError::new(FailureCode::NoPlace, "this output is not kept"))?
                .since
        }
        Goal::Write(goal) => {
            let place = context.run()?.debugger.place(&goal.write)?;
            return context.travel(async move |debugger, point| {
                Ok(debugger.go_to_last_write(place, point).await?)
            });
        }
        Goal::Line(goal) => return goto_line(context, &goal),
        Goal::Landmark(goal) => return landmarks::goto(context, goal),
    };
    // Beyond what is known the run has to be executed, with the host's answers, which a copy must
    // not ask for.
    let known = context.run()?.debugger.timeline.end_count();
    if count > known {
        return context.set_out(RunMotion::Count(count, ReasonKind::Travel)).map(AnswerOrWork::Now);
    }
    context.travel(async move |debugger, point| {
        debugger.timeline.go_to_in_slices(count, point).await?;
        Ok(Arrival::There)
    })
}

/// Goes to where a line is executed for the n-th time.
fn goto_line(
    context: &mut RequestContext<'_>,
    goal: &LineGoal,
) -> RequestAnswer<AnswerOrWork<Nothing>> {
    let names = &context.run()?.debugger.names;
    let found = names.address_of_line(Some(&goal.path), goal.line.saturating_add(1));
    let none =
        || RequestError::new(FailureCode::NoPlace, "there is no instruction at this line or after");
    let (address, _) = found.ok_or_else(none)?;
    let times = goal.times.unwrap_or(1).max(1);
    let mut copy = context.copy()?;
    context.claim(JobNeeds::Run);
    context.run()?.pause_motion();
    Ok(AnswerOrWork::work(JobNeeds::Run, async move |point| {
        let found = copy.known_arrival(address, times, &point).await?;
        if let NthArrival::At(count) = found {
            copy.timeline.go_to_in_slices(count, &point).await?;
        }
        let finish: JobFinish<Nothing> = Box::new(move |context| {
            let run = context.run()?;
            match found {
                NthArrival::At(_) => {
                    run.before = StoppedRegisters::of(run.debugger.machine());
                    run.debugger.timeline.follow_copy(copy.timeline);
                    run.stop_for(StandReason::of(ReasonKind::Travel));
                }
                // Not reached in the known past: the run goes on from its end, and returns home if
                // the line is never reached.
                NthArrival::Ahead(plan) => {
                    let home = run.debugger.timeline.count();
                    run.begin_motion(RunMotion::Arrival { plan, home });
                    run.debugger.timeline.go_to_end();
                    context.work();
                }
            }
            context.bench.flush(context.carrier);
            DONE
        });
        Ok(finish)
    }))
}

pub(crate) fn speed(context: &mut RequestContext<'_>, speed: Speed) -> RequestAnswer {
    let pace = match speed.per_second {
        None => None,
        // `contains` refuses NaN as well, which a comparison with `<` and `>` would let through.
        Some(per_second) if (0.1..=1e6).contains(&per_second) => {
            Some(RunPace { per_second, since_ms: 0, done: 0 })
        }
        Some(_) => {
            return Err(RequestError::new(
                FailureCode::BadRequest,
                "`perSecond` is 0.1 to 1000000",
            ));
        }
    };
    context.run()?.pace = pace;
    DONE
}

pub(crate) fn input(
    context: &mut RequestContext<'_>,
    input: jetan_wire::TypedInput,
) -> RequestAnswer {
    context.type_line(input.text.as_bytes())?;
    DONE
}

pub(crate) fn end_input(context: &mut RequestContext<'_>, _: Nothing) -> RequestAnswer {
    context.run()?.world.close();
    context.work();
    DONE
}

pub(crate) fn key(context: &mut RequestContext<'_>, key: jetan_wire::Key) -> RequestAnswer {
    // Browsers say `ArrowUp` where key scripts say `Up`; the table of names is the scripts'.
    let name = key.key.strip_prefix("Arrow").unwrap_or(&key.key);
    let mut characters = name.chars();
    let bytes = match (characters.next(), characters.next(), keys::named_key(name)) {
        // A single character is itself, before names are looked up, as in a key script.
        (Some(c), None, _) if c.is_ascii() => vec![c as u8],
        (_, _, Some(byte)) => vec![byte],
        _ => return Err(RequestError::new(FailureCode::BadRequest, "this key types nothing")),
    };
    for byte in bytes {
        context.type_key(byte)?;
    }
    DONE
}

pub(crate) fn pad(context: &mut RequestContext<'_>, pad: Pad) -> RequestAnswer {
    if pad.key.is_some_and(|key| key > 15) {
        return Err(RequestError::new(FailureCode::BadRequest, "the pad has the keys 0 to 15"));
    }
    context.inject(HostInput::Keypad(pad.key))?;
    context.work();
    DONE
}

impl RequestContext<'_> {
    /// Types on the console.
    pub(crate) fn type_line(&mut self, bytes: &[u8]) -> Result<(), RequestError> {
        let run = self.run()?;
        if !run.world.feed(bytes) {
            return Err(RequestError::new(FailureCode::TooLarge, "no more input is taken"));
        }
        run.mark(MarkKind::Input);
        self.work();
        Ok(())
    }

    /// Presses a key of the keyboard.
    pub(crate) fn type_key(&mut self, key: u8) -> Result<(), RequestError> {
        self.inject(HostInput::Key(key))?;
        self.run()?.mark(MarkKind::Key);
        self.work();
        Ok(())
    }

    fn inject(&mut self, input: HostInput) -> Result<(), RequestError> {
        let injected = self.run()?.debugger.timeline.inject(input);
        injected.map_err(|_| {
            let message = "keys can be typed only where the recording ends: go to the end first";
            RequestError::new(FailureCode::NotNow, message)
        })
    }
}

pub(crate) fn answer(context: &mut RequestContext<'_>, closed: DialogClosed) -> RequestAnswer {
    let answer = match (closed.text, closed.button) {
        (Some(text), _) => DialogAnswer::Text(text.into_bytes()),
        (None, Some(DialogButton::Yes)) => DialogAnswer::Yes,
        (None, Some(DialogButton::No)) => DialogAnswer::No,
        (None, Some(DialogButton::Cancel)) => DialogAnswer::Cancel,
        _ => {
            return Err(RequestError::new(
                FailureCode::BadRequest,
                "`text` or `button` (yes, no, cancel)",
            ));
        }
    };
    if !context.run()?.world.close_dialog(answer) {
        return Err(RequestError::new(FailureCode::NotNow, "there is no dialog"));
    }
    context.work();
    DONE
}

pub(crate) fn drawn(context: &mut RequestContext<'_>, drawn: DrawnFrame) -> RequestAnswer {
    // No error without a run: a picture that was drawn after the run ended is not a mistake of the
    // client.
    if let Some(run) = &mut context.bench.run {
        run.display.take(drawn.frame);
    }
    DONE
}
