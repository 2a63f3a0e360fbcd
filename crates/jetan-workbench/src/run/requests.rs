//! The requests that start, move and feed a run.

use std::cell::RefCell;

use jetan_asm::problem::Severity;
use jetan_debug::Arrival;
use jetan_machine::Input;
use jetan_machine::host::DialogAnswer;
use jetan_run::keys;
use jetan_run::timeline::{Found, Patience};
use serde::Deserialize;
use serde_json::json;

use super::motion::Motion;
use super::state::{Reason, Registers};
use super::{Case, Options, Pace, Run};
use crate::carrier::Carrier;
use crate::documents::Group;
use crate::files;
use crate::limits::{DOCUMENTS_MAX, STEPS_MAX};
use crate::message::{Answer, Refusal};
use crate::request::Nothing;
use crate::workbench::Desk;
use crate::world::Outside;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Start {
    roots: Vec<String>,
    #[serde(default)]
    options: Options,
    #[serde(default)]
    run: bool,
}

/// What a step takes.
#[derive(Clone, Copy, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Unit {
    #[default]
    Statement,
    Instruction,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Steps {
    #[serde(default)]
    unit: Unit,
    times: Option<u64>,
}

impl Steps {
    fn times(&self) -> Result<u64, Refusal> {
        let times = self.times.unwrap_or(1);
        if (1..=STEPS_MAX).contains(&times) {
            return Ok(times);
        }
        Err(Refusal::new("bad-request", "`times` is 1 to 1000000000"))
    }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Goto {
    to: Goal,
}

#[derive(Deserialize)]
#[serde(untagged)]
enum Goal {
    Count(u64),
    Word(String),
    Line { path: String, line: u32, times: Option<u64> },
    Write { write: String },
    Output { output: usize },
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
pub(crate) struct Speed {
    per_second: Option<f64>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Text {
    text: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Key {
    key: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Pad {
    key: Option<u8>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct DialogClosed {
    text: Option<String>,
    button: Option<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Taken {
    frame: u32,
}

impl Desk<'_> {
    /// Assembles some files with options.
    pub(crate) fn group(&mut self, roots: &[String], options: &Options) -> Result<Group, Refusal> {
        options.check()?;
        if roots.is_empty() || roots.len() > DOCUMENTS_MAX {
            return Err(Refusal::new("bad-request", "`roots` has 1 to 200 paths"));
        }
        for root in roots {
            files::check_path(root)?;
        }
        let sources = self.bench.documents.load(roots, self.carrier)?;
        options.pack(&sources)?;
        Ok(Group::new(sources, options))
    }

    /// Starts a run in place of the one there is.
    pub(crate) fn begin(&mut self, roots: Vec<String>, options: Options, runs: bool) -> Answer {
        let group = self.group(&roots, &options)?;
        self.bench.documents.adopt(&roots, &options);
        let made = Run::new(group, roots, options, self.carrier);
        let run = self.replace_run(made)?;
        if runs {
            run.set_out(Motion::Go);
            run.is_state_due = true;
        }
        self.work();
        Ok(json!({"ok": true}))
    }

    /// Puts a run in the place of the one there is, with its speed and its breakpoints; if there
    /// is none, the old one has ended all the same.
    fn replace_run(&mut self, made: Result<Run, Refusal>) -> Result<&mut Run, Refusal> {
        let pace = self.bench.run.take().and_then(|run| run.pace);
        let mut run = match made {
            Ok(run) => run,
            Err(refusal) => {
                self.bench.send("state", Run::idle());
                return Err(refusal);
            }
        };
        run.pace = pace;
        self.bench.points.begin(&mut run.debugger);
        let items = self.bench.points.wire();
        if !items.is_empty() {
            self.bench.send("breakpoints", json!({"items": items}));
        }
        Ok(self.bench.run.insert(run))
    }

    /// Shows a case of a check, at the instant at which its mistake was made.
    pub(crate) fn show_case(&mut self, case: Case) -> Answer {
        let made = Run::again(case, self.carrier);
        self.replace_run(made)?;
        self.work();
        Ok(json!({"ok": true}))
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
        Ok(json!({}))
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
        Ok(json!({}))
    }
}

pub(crate) fn assemble(desk: &mut Desk<'_>, start: Start) -> Answer {
    let group = desk.group(&start.roots, &start.options)?;
    desk.bench.documents.adopt(&start.roots, &start.options);
    let of = |severity| {
        let diagnostics = group.analysis.diagnostics().iter();
        diagnostics.filter(|diagnostic| diagnostic.severity() == severity).count()
    };
    Ok(json!({
        "ok": group.names.is_some(), "errors": of(Severity::Error),
        "warnings": of(Severity::Warning),
    }))
}

pub(crate) fn start(desk: &mut Desk<'_>, start: Start) -> Answer {
    desk.begin(start.roots, start.options, start.run)
}

pub(crate) fn reset(desk: &mut Desk<'_>, _: Nothing) -> Answer {
    let run = desk.run()?;
    let (roots, options) = (run.roots.clone(), run.options.clone());
    desk.begin(roots, options, false)
}

pub(crate) fn stop(desk: &mut Desk<'_>, _: Nothing) -> Answer {
    desk.run()?;
    desk.bench.run = None;
    desk.bench.send("state", Run::idle());
    Ok(json!({}))
}

pub(crate) fn go(desk: &mut Desk<'_>, _: Nothing) -> Answer {
    desk.set_out(Motion::Go)
}

pub(crate) fn pause(desk: &mut Desk<'_>, _: Nothing) -> Answer {
    let run = desk.run()?;
    if run.motion.is_some() {
        run.stop_for(Reason::of("pause"));
    }
    desk.bench.flush(desk.carrier);
    Ok(json!({}))
}

pub(crate) fn step(desk: &mut Desk<'_>, steps: Steps) -> Answer {
    let times = steps.times()?;
    let count = desk.run()?.debugger.timeline.count();
    match steps.unit {
        Unit::Statement => desk.set_out(Motion::Statements(times)),
        Unit::Instruction => desk.set_out(Motion::Count(count.saturating_add(times), "step")),
    }
}

pub(crate) fn over(desk: &mut Desk<'_>, steps: Steps) -> Answer {
    let times = steps.times()?;
    desk.set_out(Motion::Over(times))
}

/// Runs to where the innermost call returns.
pub(crate) fn out(desk: &mut Desk<'_>, _: Nothing) -> Answer {
    let carrier = RefCell::new(&mut *desk.carrier);
    let run = desk.bench.run.as_mut().ok_or_else(Refusal::not_started)?;
    run.halt();
    let calls = run.debugger.calls(&mut |_| !carrier.borrow_mut().is_interrupted())?;
    let Some(call) = calls.first() else {
        return Err(Refusal::new("not-now", "the program is in no procedure that was called"));
    };
    run.set_out(Motion::Go);
    run.return_to(call.pc, call.sp, None);
    desk.work();
    Ok(json!({}))
}

pub(crate) fn back(desk: &mut Desk<'_>, steps: Steps) -> Answer {
    let times = steps.times()?;
    desk.travel(|run, patience| {
        if steps.unit == Unit::Instruction {
            return Ok(run.debugger.back_instructions(times)?);
        }
        let mut arrival = Arrival::There;
        for _ in 0..times {
            arrival = run.debugger.step_back()?;
            if arrival != Arrival::There {
                break;
            }
            if !patience(run.debugger.timeline.count()) {
                return Ok(Arrival::GaveUp);
            }
        }
        Ok(arrival)
    })
}

pub(crate) fn back_over(desk: &mut Desk<'_>, _: Nothing) -> Answer {
    desk.travel(|run, patience| Ok(run.debugger.step_over_back(patience)?))
}

pub(crate) fn back_out(desk: &mut Desk<'_>, _: Nothing) -> Answer {
    desk.travel(|run, patience| Ok(run.debugger.step_out_back(patience)?))
}

pub(crate) fn reverse(desk: &mut Desk<'_>, _: Nothing) -> Answer {
    desk.travel(|run, patience| Ok(run.debugger.go_back(patience)?))
}

pub(crate) fn goto(desk: &mut Desk<'_>, goto: Goto) -> Answer {
    let timeline = &desk.run()?.debugger.timeline;
    let count = match goto.to {
        Goal::Count(count) => count,
        Goal::Word(word) => match word.as_str() {
            "start" => timeline.start_count(),
            "end" => timeline.end_count(),
            "firstOutput" => {
                let first = timeline.printed().first();
                first.ok_or_else(|| Refusal::new("not-now", "nothing has been printed yet"))?.since
            }
            _ => return Err(Refusal::new("bad-request", "`to` is a count or the name of a place")),
        },
        Goal::Output { output } => {
            let piece = timeline.printed().piece_of(output);
            piece.ok_or_else(|| Refusal::new("no-place", "this output is not kept"))?.since
        }
        Goal::Write { write } => {
            return desk.travel(|run, patience| {
                let place = run.debugger.place(&write)?;
                Ok(run.debugger.go_to_last_write(place, patience)?)
            });
        }
        Goal::Line { path, line, times } => return goto_line(desk, &path, line, times),
    };
    let known = desk.run()?.debugger.timeline.end_count();
    if count > known {
        return desk.set_out(Motion::Count(count, "travel"));
    }
    desk.travel(|run, _| {
        run.debugger.timeline.go_to(count)?;
        Ok(Arrival::There)
    })
}

/// Goes to where a line is executed for the n-th time.
fn goto_line(desk: &mut Desk<'_>, path: &str, line: u32, times: Option<u64>) -> Answer {
    let names = &desk.run()?.debugger.names;
    let found = names.address_of_line(Some(path), line.saturating_add(1));
    let none = || Refusal::new("no-place", "there is no instruction at this line or after");
    let (address, _) = found.ok_or_else(none)?;
    let carrier: RefCell<&mut dyn Carrier> = RefCell::new(&mut *desk.carrier);
    let run = desk.bench.run.as_mut().ok_or_else(Refusal::not_started)?;
    run.halt();
    run.before = Registers::of(run.debugger.machine());
    let mut outside = Outside { world: &mut run.world, carrier: &carrier };
    let mut patience = |_| !carrier.borrow_mut().is_interrupted();
    let times = times.unwrap_or(1).max(1);
    let found = run.debugger.nth_arrival(address, times, &mut outside, &mut patience)?;
    let kind = match found {
        Found::At(..) => "travel",
        Found::Nothing => "not-found",
        Found::GaveUp => "pause",
    };
    run.stop_for(Reason::of(kind));
    desk.bench.flush(desk.carrier);
    Ok(json!({}))
}

pub(crate) fn speed(desk: &mut Desk<'_>, speed: Speed) -> Answer {
    let pace = match speed.per_second {
        None => None,
        Some(per_second) if (0.1..=1e6).contains(&per_second) => {
            Some(Pace { per_second, since_ms: 0, done: 0 })
        }
        Some(_) => {
            return Err(Refusal::new("bad-request", "`perSecond` is 0.1 to 1000000"));
        }
    };
    desk.run()?.pace = pace;
    Ok(json!({}))
}

pub(crate) fn input(desk: &mut Desk<'_>, input: Text) -> Answer {
    desk.type_line(input.text.as_bytes())?;
    Ok(json!({}))
}

pub(crate) fn end_input(desk: &mut Desk<'_>, _: Nothing) -> Answer {
    desk.run()?.world.close();
    desk.work();
    Ok(json!({}))
}

pub(crate) fn key(desk: &mut Desk<'_>, key: Key) -> Answer {
    let name = key.key.strip_prefix("Arrow").unwrap_or(&key.key);
    let mut characters = name.chars();
    let bytes = match (characters.next(), characters.next(), keys::named_key(name)) {
        (Some(c), None, _) if c.is_ascii() => vec![c as u8],
        (_, _, Some(byte)) => vec![byte],
        _ => return Err(Refusal::new("bad-request", "this key types nothing")),
    };
    for byte in bytes {
        desk.type_key(byte)?;
    }
    Ok(json!({}))
}

pub(crate) fn pad(desk: &mut Desk<'_>, pad: Pad) -> Answer {
    if pad.key.is_some_and(|key| key > 15) {
        return Err(Refusal::new("bad-request", "the pad has the keys 0 to 15"));
    }
    desk.inject(Input::Keypad(pad.key))?;
    desk.work();
    Ok(json!({}))
}

impl Desk<'_> {
    /// Types on the console.
    pub(crate) fn type_line(&mut self, bytes: &[u8]) -> Result<(), Refusal> {
        let run = self.run()?;
        if !run.world.feed(bytes) {
            return Err(Refusal::new("too-large", "no more input is taken"));
        }
        run.mark("input");
        self.work();
        Ok(())
    }

    /// Presses a key of the keyboard.
    pub(crate) fn type_key(&mut self, key: u8) -> Result<(), Refusal> {
        self.inject(Input::Key(key))?;
        self.run()?.mark("key");
        self.work();
        Ok(())
    }

    fn inject(&mut self, input: Input) -> Result<(), Refusal> {
        let injected = self.run()?.debugger.timeline.inject(input);
        injected.map_err(|_| {
            let message = "keys can be typed only where the recording ends: go to the end first";
            Refusal::new("not-now", message)
        })
    }
}

pub(crate) fn answer(desk: &mut Desk<'_>, closed: DialogClosed) -> Answer {
    let answer = match (closed.text, closed.button.as_deref()) {
        (Some(text), _) => DialogAnswer::Text(text.into_bytes()),
        (None, Some("yes")) => DialogAnswer::Yes,
        (None, Some("no")) => DialogAnswer::No,
        (None, Some("cancel")) => DialogAnswer::Cancel,
        _ => return Err(Refusal::new("bad-request", "`text` or `button` (yes, no, cancel)")),
    };
    if !desk.run()?.world.close_dialog(answer) {
        return Err(Refusal::new("not-now", "there is no dialog"));
    }
    desk.work();
    Ok(json!({}))
}

pub(crate) fn taken(desk: &mut Desk<'_>, taken: Taken) -> Answer {
    if let Some(run) = &mut desk.bench.run {
        run.display.take(taken.frame);
    }
    Ok(json!({}))
}
