//! The requests that start, move and feed a run.

use jetan_asm::problem::Severity;
use jetan_debug::{Arrival, Debugger, NthArrival, Step, StepPlan};
use jetan_machine::Input;
use jetan_machine::host::DialogAnswer;
use jetan_run::{YieldPoint, keys};
use jetan_wire::{
    Assemble, Assembled, Code, DialogButton, DialogClosed, Drawn, Event, Goal, Goto, LineGoal,
    MarkKind, NamedGoal, Nothing, Options, Pad, ReasonKind, Speed, Start, Started, Steps, Unit,
};

use super::landmarks;
use super::motion::Motion;
use super::options::Chosen;
use super::state::{Reason, Registers};
use super::{Case, Pace, Run};
use crate::documents::Group;
use crate::files;
use crate::jobs::{Finish, JobNeeds, Later};
use crate::limits::{DOCUMENTS_MAX, STEPS_MAX};
use crate::message::{Answer, DONE, Refusal};
use crate::workbench::Desk;

/// The number of times a step is to be done.
fn times(steps: Steps) -> Result<u64, Refusal> {
    let times = steps.times.unwrap_or(1);
    if (1..=STEPS_MAX).contains(&times) {
        return Ok(times);
    }
    Err(Refusal::new(Code::BadRequest, "`times` is 1 to 1000000000"))
}

impl Desk<'_> {
    /// Assembles some files with options.
    pub(crate) fn group(&mut self, roots: &[String], options: &Options) -> Result<Group, Refusal> {
        self.group_with(roots, options, None)
    }

    /// The same; `usual` is the pack that is used where nobody names one.
    pub(crate) fn group_with(
        &mut self,
        roots: &[String],
        options: &Options,
        usual: Option<&str>,
    ) -> Result<Group, Refusal> {
        options.check()?;
        if roots.is_empty() || roots.len() > DOCUMENTS_MAX {
            return Err(Refusal::new(Code::BadRequest, "`roots` has 1 to 200 paths"));
        }
        for root in roots {
            files::check_path(root)?;
        }
        let sources = self.bench.documents.load(roots, self.carrier)?;
        let pack = self.bench.documents.pack(&sources, options, usual, self.carrier)?;
        Ok(Group::new(sources, options, pack))
    }

    /// Starts a run in place of the one there is.
    pub(crate) fn begin(
        &mut self,
        roots: Vec<String>,
        options: Options,
        runs: bool,
    ) -> Answer<Started> {
        let group = self.group(&roots, &options)?;
        self.bench.documents.adopt(&roots, &options);
        let made = Run::new(group, roots, options, self.carrier);
        let run = self.replace_run(made)?;
        if runs {
            run.set_out(Motion::Go);
            run.is_state_due = true;
        }
        self.work();
        Ok(Started { ok: true })
    }

    /// Puts a run in the place of the one there is, with its speed and its breakpoints; if there
    /// is none, the old one has ended all the same.
    pub(crate) fn replace_run(&mut self, made: Result<Run, Refusal>) -> Result<&mut Run, Refusal> {
        self.claim(JobNeeds::Run);
        let pace = self.bench.run.take().and_then(|run| run.pace);
        let mut run = match made {
            Ok(run) => run,
            Err(refusal) => {
                self.bench.send(Event::State(Run::idle()));
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
    pub(crate) fn show_case(&mut self, case: Case) -> Answer<Later<Started>> {
        self.claim(JobNeeds::Run);
        let again = case.again(self.carrier)?;
        Ok(Later::work(JobNeeds::Run, async |point| {
            let made = again.play(&point).await;
            let finish: Finish<Started> = Box::new(move |desk| {
                desk.replace_run(made)?;
                desk.work();
                Ok(Started { ok: true })
            });
            Ok(finish)
        }))
    }

    /// Does a slice at once, so that what is quick has happened when the next request comes.
    pub(crate) fn work(&mut self) {
        if let Some(run) = &mut self.bench.run {
            run.go_further_on(self.carrier);
        }
        self.bench.flush(self.carrier);
    }

    fn set_out(&mut self, motion: Motion) -> Answer {
        self.run()?;
        self.claim(JobNeeds::Run);
        self.run()?.set_out(motion);
        self.work();
        DONE
    }

    /// A copy of what is debugged, for whoever looks for something in it.
    pub(crate) fn copy(&mut self) -> Result<Debugger<'static>, Refusal> {
        let run = self.bench.run.as_mut().ok_or_else(Refusal::not_started)?;
        Ok(run.debugger.copy(self.carrier.engine(run.options.engine)))
    }

    /// Goes somewhere that is known, which may take a while: a copy goes there, and the run follows
    /// when it has arrived.
    pub(super) fn travel<G>(&mut self, go: G) -> Answer<Later<Nothing>>
    where
        G: AsyncFnOnce(&mut Debugger<'static>, &YieldPoint) -> Result<Arrival, Refusal> + 'static,
    {
        let mut copy = self.copy()?;
        self.claim(JobNeeds::Run);
        self.run()?.rest();
        Ok(Later::work(JobNeeds::Run, async move |point| {
            let arrival = go(&mut copy, &point).await;
            let finish: Finish<Nothing> = Box::new(move |desk| {
                let run = desk.run()?;
                run.before = Registers::of(run.debugger.machine());
                // Wherever it is now, the client is to know, also if it could not go further.
                run.is_state_due = true;
                let arrival = arrival?;
                run.debugger.timeline.follow_copy(copy.timeline);
                run.arrive_back(arrival);
                desk.bench.flush(desk.carrier);
                DONE
            });
            Ok(finish)
        }))
    }

    /// Takes a step back.
    fn step_back(&mut self, step: Step, times: u64) -> Answer<Later<Nothing>> {
        self.travel(async move |debugger, point| {
            let mut plan = StepPlan::new(step, times);
            Ok(debugger.advance_back(&mut plan, point).await?)
        })
    }
}

pub(crate) fn assemble(desk: &mut Desk<'_>, start: Assemble) -> Answer<Assembled> {
    let group = desk.group(&start.roots, &start.options)?;
    desk.bench.documents.adopt(&start.roots, &start.options);
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

pub(crate) fn start(desk: &mut Desk<'_>, start: Start) -> Answer<Started> {
    desk.begin(start.roots, start.options, start.run)
}

pub(crate) fn reset(desk: &mut Desk<'_>, _: Nothing) -> Answer<Started> {
    let run = desk.run()?;
    let (roots, options) = (run.roots.clone(), run.options.clone());
    desk.begin(roots, options, false)
}

pub(crate) fn stop(desk: &mut Desk<'_>, _: Nothing) -> Answer {
    desk.run()?;
    desk.claim(JobNeeds::Run);
    desk.bench.run = None;
    desk.bench.send(Event::State(Run::idle()));
    DONE
}

pub(crate) fn go(desk: &mut Desk<'_>, _: Nothing) -> Answer {
    desk.set_out(Motion::Go)
}

pub(crate) fn pause(desk: &mut Desk<'_>, _: Nothing) -> Answer {
    desk.claim(JobNeeds::Run);
    desk.run()?.rest();
    desk.bench.flush(desk.carrier);
    DONE
}

pub(crate) fn step(desk: &mut Desk<'_>, steps: Steps) -> Answer {
    let times = times(steps)?;
    let count = desk.run()?.debugger.timeline.count();
    match steps.unit {
        Unit::Statement => desk.set_out(Motion::Step(StepPlan::new(Step::Statement, times))),
        Unit::Instruction => {
            desk.set_out(Motion::Count(count.saturating_add(times), ReasonKind::Step))
        }
    }
}

pub(crate) fn over(desk: &mut Desk<'_>, steps: Steps) -> Answer {
    let times = times(steps)?;
    desk.set_out(Motion::Step(StepPlan::new(Step::Over, times)))
}

/// Runs to where the innermost call returns.
pub(crate) fn out(desk: &mut Desk<'_>, _: Nothing) -> Answer {
    desk.set_out(Motion::Step(StepPlan::new(Step::Out, 1)))?;
    if desk.run()?.reason.kind == ReasonKind::NotInCall {
        let message = "the program is not in a procedure that was called";
        return Err(Refusal::new(Code::NotNow, message));
    }
    DONE
}

pub(crate) fn back(desk: &mut Desk<'_>, steps: Steps) -> Answer<Later<Nothing>> {
    let times = times(steps)?;
    match steps.unit {
        Unit::Statement => desk.step_back(Step::Back, times),
        Unit::Instruction => desk.travel(async move |debugger, point| {
            Ok(debugger.back_instructions(times, point).await?)
        }),
    }
}

pub(crate) fn back_over(desk: &mut Desk<'_>, _: Nothing) -> Answer<Later<Nothing>> {
    desk.step_back(Step::BackOver, 1)
}

pub(crate) fn back_out(desk: &mut Desk<'_>, _: Nothing) -> Answer<Later<Nothing>> {
    desk.step_back(Step::BackOut, 1)
}

pub(crate) fn reverse(desk: &mut Desk<'_>, _: Nothing) -> Answer<Later<Nothing>> {
    desk.travel(async |debugger, point| Ok(debugger.go_back(point).await?))
}

pub(crate) fn goto(desk: &mut Desk<'_>, goto: Goto) -> Answer<Later<Nothing>> {
    let timeline = &desk.run()?.debugger.timeline;
    let count = match goto.to {
        Goal::Count(count) => count,
        Goal::Named(named) => match named {
            NamedGoal::Start => timeline.start_count(),
            NamedGoal::End => timeline.end_count(),
            NamedGoal::FirstOutput => {
                let first = timeline.printed().first();
                first
                    .ok_or_else(|| Refusal::new(Code::NotNow, "nothing has been printed yet"))?
                    .since
            }
        },
        Goal::Output(goal) => {
            let piece = timeline.printed().piece_of(goal.output);
            piece.ok_or_else(|| Refusal::new(Code::NoPlace, "this output is not kept"))?.since
        }
        Goal::Write(goal) => {
            let place = desk.run()?.debugger.place(&goal.write)?;
            return desk.travel(async move |debugger, point| {
                Ok(debugger.go_to_last_write(place, point).await?)
            });
        }
        Goal::Line(goal) => return goto_line(desk, &goal),
        Goal::Landmark(goal) => return landmarks::goto(desk, goal),
    };
    let known = desk.run()?.debugger.timeline.end_count();
    if count > known {
        return desk.set_out(Motion::Count(count, ReasonKind::Travel)).map(Later::Now);
    }
    desk.travel(async move |debugger, point| {
        debugger.timeline.go_to_in_slices(count, point).await?;
        Ok(Arrival::There)
    })
}

/// Goes to where a line is executed for the n-th time.
fn goto_line(desk: &mut Desk<'_>, goal: &LineGoal) -> Answer<Later<Nothing>> {
    let names = &desk.run()?.debugger.names;
    let found = names.address_of_line(Some(&goal.path), goal.line.saturating_add(1));
    let none = || Refusal::new(Code::NoPlace, "there is no instruction at this line or after");
    let (address, _) = found.ok_or_else(none)?;
    let times = goal.times.unwrap_or(1).max(1);
    let mut copy = desk.copy()?;
    desk.claim(JobNeeds::Run);
    desk.run()?.rest();
    Ok(Later::work(JobNeeds::Run, async move |point| {
        let found = copy.known_arrival(address, times, &point).await?;
        if let NthArrival::At(count) = found {
            copy.timeline.go_to_in_slices(count, &point).await?;
        }
        let finish: Finish<Nothing> = Box::new(move |desk| {
            let run = desk.run()?;
            match found {
                NthArrival::At(_) => {
                    run.before = Registers::of(run.debugger.machine());
                    run.debugger.timeline.follow_copy(copy.timeline);
                    run.stop_for(Reason::of(ReasonKind::Travel));
                }
                NthArrival::Ahead(plan) => {
                    let home = run.debugger.timeline.count();
                    run.set_out(Motion::Arrival { plan, home });
                    run.debugger.timeline.go_to_end();
                    desk.work();
                }
            }
            desk.bench.flush(desk.carrier);
            DONE
        });
        Ok(finish)
    }))
}

pub(crate) fn speed(desk: &mut Desk<'_>, speed: Speed) -> Answer {
    let pace = match speed.per_second {
        None => None,
        Some(per_second) if (0.1..=1e6).contains(&per_second) => {
            Some(Pace { per_second, since_ms: 0, done: 0 })
        }
        Some(_) => {
            return Err(Refusal::new(Code::BadRequest, "`perSecond` is 0.1 to 1000000"));
        }
    };
    desk.run()?.pace = pace;
    DONE
}

pub(crate) fn input(desk: &mut Desk<'_>, input: jetan_wire::Input) -> Answer {
    desk.type_line(input.text.as_bytes())?;
    DONE
}

pub(crate) fn end_input(desk: &mut Desk<'_>, _: Nothing) -> Answer {
    desk.run()?.world.close();
    desk.work();
    DONE
}

pub(crate) fn key(desk: &mut Desk<'_>, key: jetan_wire::Key) -> Answer {
    let name = key.key.strip_prefix("Arrow").unwrap_or(&key.key);
    let mut characters = name.chars();
    let bytes = match (characters.next(), characters.next(), keys::named_key(name)) {
        (Some(c), None, _) if c.is_ascii() => vec![c as u8],
        (_, _, Some(byte)) => vec![byte],
        _ => return Err(Refusal::new(Code::BadRequest, "this key types nothing")),
    };
    for byte in bytes {
        desk.type_key(byte)?;
    }
    DONE
}

pub(crate) fn pad(desk: &mut Desk<'_>, pad: Pad) -> Answer {
    if pad.key.is_some_and(|key| key > 15) {
        return Err(Refusal::new(Code::BadRequest, "the pad has the keys 0 to 15"));
    }
    desk.inject(Input::Keypad(pad.key))?;
    desk.work();
    DONE
}

impl Desk<'_> {
    /// Types on the console.
    pub(crate) fn type_line(&mut self, bytes: &[u8]) -> Result<(), Refusal> {
        let run = self.run()?;
        if !run.world.feed(bytes) {
            return Err(Refusal::new(Code::TooLarge, "no more input is taken"));
        }
        run.mark(MarkKind::Input);
        self.work();
        Ok(())
    }

    /// Presses a key of the keyboard.
    pub(crate) fn type_key(&mut self, key: u8) -> Result<(), Refusal> {
        self.inject(Input::Key(key))?;
        self.run()?.mark(MarkKind::Key);
        self.work();
        Ok(())
    }

    fn inject(&mut self, input: Input) -> Result<(), Refusal> {
        let injected = self.run()?.debugger.timeline.inject(input);
        injected.map_err(|_| {
            let message = "keys can be typed only where the recording ends: go to the end first";
            Refusal::new(Code::NotNow, message)
        })
    }
}

pub(crate) fn answer(desk: &mut Desk<'_>, closed: DialogClosed) -> Answer {
    let answer = match (closed.text, closed.button) {
        (Some(text), _) => DialogAnswer::Text(text.into_bytes()),
        (None, Some(DialogButton::Yes)) => DialogAnswer::Yes,
        (None, Some(DialogButton::No)) => DialogAnswer::No,
        (None, Some(DialogButton::Cancel)) => DialogAnswer::Cancel,
        _ => return Err(Refusal::new(Code::BadRequest, "`text` or `button` (yes, no, cancel)")),
    };
    if !desk.run()?.world.close_dialog(answer) {
        return Err(Refusal::new(Code::NotNow, "there is no dialog"));
    }
    desk.work();
    DONE
}

pub(crate) fn drawn(desk: &mut Desk<'_>, drawn: Drawn) -> Answer {
    if let Some(run) = &mut desk.bench.run {
        run.display.take(drawn.frame);
    }
    DONE
}
