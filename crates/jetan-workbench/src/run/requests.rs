//! The requests that start, move and feed a run.

use std::cell::RefCell;

use jetan_asm::problem::Severity;
use jetan_debug::{Arrival, Step, StepPlan};
use jetan_machine::Input;
use jetan_machine::host::DialogAnswer;
use jetan_run::keys;
use jetan_run::timeline::{Found, Patience};
use jetan_wire::{
    Assemble, Assembled, Code, DialogButton, DialogClosed, Drawn, Event, Goal, Goto, LineGoal,
    MarkKind, NamedGoal, Nothing, Options, Pad, ReasonKind, Speed, Start, Started, Steps, Unit,
};

use super::motion::Motion;
use super::options::Chosen;
use super::state::{Reason, Registers};
use super::{Case, Pace, Run};
use crate::carrier::Carrier;
use crate::documents::Group;
use crate::files;
use crate::limits::{DOCUMENTS_MAX, STEPS_MAX};
use crate::message::{Answer, DONE, Refusal};
use crate::workbench::Desk;
use crate::world::Outside;

/// How often a step is to be done.
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
        options.check()?;
        if roots.is_empty() || roots.len() > DOCUMENTS_MAX {
            return Err(Refusal::new(Code::BadRequest, "`roots` has 1 to 200 paths"));
        }
        for root in roots {
            files::check_path(root)?;
        }
        let sources = self.bench.documents.load(roots, self.carrier)?;
        options.pack(&sources)?;
        Ok(Group::new(sources, options))
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
    fn replace_run(&mut self, made: Result<Run, Refusal>) -> Result<&mut Run, Refusal> {
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
        let points = self.bench.points.wire();
        if !points.items.is_empty() {
            self.bench.send(Event::Breakpoints(points));
        }
        Ok(self.bench.run.insert(run))
    }

    /// Shows a case of a check, at the instant at which its mistake was made.
    pub(crate) fn show_case(&mut self, case: Case) -> Answer<Started> {
        let made = Run::again(case, self.carrier);
        self.replace_run(made)?;
        self.work();
        Ok(Started { ok: true })
    }

    /// Does a slice at once, so that what is quick has happened when the next request comes.
    fn work(&mut self) {
        if let Some(run) = &mut self.bench.run {
            run.go_further_on(self.carrier);
        }
        self.bench.flush(self.carrier);
    }

    fn set_out(&mut self, motion: Motion) -> Answer {
        self.run()?.set_out(motion);
        self.work();
        DONE
    }

    /// Goes somewhere that is known, which may take a while.
    fn travel(
        &mut self,
        go: impl FnOnce(&mut Run, &mut Patience<'_>) -> Result<Arrival, Refusal>,
    ) -> Answer {
        let carrier = RefCell::new(&mut *self.carrier);
        let run = self.bench.run.as_mut().ok_or_else(Refusal::not_started)?;
        run.halt();
        run.before = Registers::of(run.debugger.machine());
        let arrival = go(run, &mut |_| !carrier.borrow_mut().is_interrupted());
        // Wherever it is now, the client is to know, also if it could not go further.
        run.is_state_due = true;
        run.arrive_back(arrival?);
        self.bench.flush(self.carrier);
        DONE
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
    desk.bench.run = None;
    desk.bench.send(Event::State(Run::idle()));
    DONE
}

pub(crate) fn go(desk: &mut Desk<'_>, _: Nothing) -> Answer {
    desk.set_out(Motion::Go)
}

pub(crate) fn pause(desk: &mut Desk<'_>, _: Nothing) -> Answer {
    let run = desk.run()?;
    if run.motion.is_some() {
        run.stop_for(Reason::of(ReasonKind::Pause));
    }
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

pub(crate) fn back(desk: &mut Desk<'_>, steps: Steps) -> Answer {
    let times = times(steps)?;
    match steps.unit {
        Unit::Statement => desk.set_out(Motion::Step(StepPlan::new(Step::Back, times))),
        Unit::Instruction => desk.travel(|run, _| Ok(run.debugger.back_instructions(times)?)),
    }
}

pub(crate) fn back_over(desk: &mut Desk<'_>, _: Nothing) -> Answer {
    desk.set_out(Motion::Step(StepPlan::new(Step::BackOver, 1)))
}

pub(crate) fn back_out(desk: &mut Desk<'_>, _: Nothing) -> Answer {
    desk.set_out(Motion::Step(StepPlan::new(Step::BackOut, 1)))
}

pub(crate) fn reverse(desk: &mut Desk<'_>, _: Nothing) -> Answer {
    desk.travel(|run, patience| Ok(run.debugger.go_back(patience)?))
}

pub(crate) fn goto(desk: &mut Desk<'_>, goto: Goto) -> Answer {
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
            return desk.travel(|run, patience| {
                let place = run.debugger.place(&goal.write)?;
                Ok(run.debugger.go_to_last_write(place, patience)?)
            });
        }
        Goal::Line(goal) => return goto_line(desk, &goal),
    };
    let known = desk.run()?.debugger.timeline.end_count();
    if count > known {
        return desk.set_out(Motion::Count(count, ReasonKind::Travel));
    }
    desk.travel(|run, _| {
        run.debugger.timeline.go_to(count)?;
        Ok(Arrival::There)
    })
}

/// Goes to where a line is executed for the n-th time.
fn goto_line(desk: &mut Desk<'_>, goal: &LineGoal) -> Answer {
    let names = &desk.run()?.debugger.names;
    let found = names.address_of_line(Some(&goal.path), goal.line.saturating_add(1));
    let none = || Refusal::new(Code::NoPlace, "there is no instruction at this line or after");
    let (address, _) = found.ok_or_else(none)?;
    let carrier: RefCell<&mut dyn Carrier> = RefCell::new(&mut *desk.carrier);
    let run = desk.bench.run.as_mut().ok_or_else(Refusal::not_started)?;
    run.halt();
    run.before = Registers::of(run.debugger.machine());
    let mut outside = Outside { world: &mut run.world, carrier: &carrier };
    let mut patience = |_| !carrier.borrow_mut().is_interrupted();
    let times = goal.times.unwrap_or(1).max(1);
    let found = run.debugger.nth_arrival(address, times, &mut outside, &mut patience)?;
    let kind = match found {
        Found::At(..) => ReasonKind::Travel,
        Found::Nothing => ReasonKind::NotFound,
        Found::GaveUp => ReasonKind::Pause,
    };
    run.stop_for(Reason::of(kind));
    desk.bench.flush(desk.carrier);
    DONE
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
