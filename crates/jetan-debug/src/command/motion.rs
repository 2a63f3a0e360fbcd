//! Commands that go somewhere, or change what is there.

use jetan_machine::Input;
use jetan_machine::observer::Register;
use jetan_machine::stop::Wait;
use jetan_run::RunEnd;
use jetan_run::log::Edit;
use jetan_run::timeline::{Found, Refused};

use super::{Desk, Outcome, Refusal, Reply, grouped, number};
use crate::cause::Place;
use crate::debugger::{Arrival, Debugger, Step, StepPlan};
use crate::expression::Value;

pub(super) async fn go_on(desk: &mut Desk<'_, '_>, _: &str) -> Outcome {
    let arrival = desk.debugger.go_on(desk.outside, desk.point).await?;
    Ok(desk.arrived(arrival).await)
}

pub(super) async fn step(desk: &mut Desk<'_, '_>, text: &str) -> Outcome {
    desk.advance(Step::Statement, text).await
}

pub(super) async fn next(desk: &mut Desk<'_, '_>, text: &str) -> Outcome {
    desk.advance(Step::Over, text).await
}

pub(super) async fn finish(desk: &mut Desk<'_, '_>, _: &str) -> Outcome {
    desk.advance(Step::Out, "").await
}

pub(super) async fn stepi(desk: &mut Desk<'_, '_>, text: &str) -> Outcome {
    let times = Desk::times(text)?;
    let arrival = desk.debugger.step_instructions(times, desk.outside, desk.point).await?;
    Ok(desk.arrived(arrival).await)
}

pub(super) async fn reverse(desk: &mut Desk<'_, '_>, _: &str) -> Outcome {
    let arrival = desk.debugger.go_back(desk.point).await?;
    Ok(desk.arrived(arrival).await)
}

pub(super) async fn step_back(desk: &mut Desk<'_, '_>, text: &str) -> Outcome {
    desk.advance(Step::Back, text).await
}

pub(super) async fn next_back(desk: &mut Desk<'_, '_>, text: &str) -> Outcome {
    desk.advance(Step::BackOver, text).await
}

pub(super) async fn finish_back(desk: &mut Desk<'_, '_>, _: &str) -> Outcome {
    desk.advance(Step::BackOut, "").await
}

pub(super) async fn stepi_back(desk: &mut Desk<'_, '_>, text: &str) -> Outcome {
    let times = Desk::times(text)?;
    let arrival = desk.debugger.back_instructions(times, desk.point).await?;
    Ok(desk.arrived(arrival).await)
}

pub(super) async fn goto(desk: &mut Desk<'_, '_>, text: &str) -> Outcome {
    let (word, rest) = text.split_once(char::is_whitespace).unwrap_or((text, ""));
    let count = match word {
        "start" => 0,
        "end" => desk.debugger.timeline.end_count(),
        "output" => {
            let first = desk.debugger.timeline.printed().first();
            first.ok_or_else(|| Refusal::new("nothing has been printed yet"))?.since
        }
        "call" => return desk.goto_call(rest.trim()).await,
        "write" => {
            let place = desk.debugger.place(rest.trim())?;
            let arrival = desk.debugger.go_to_last_write(place, desk.point).await?;
            return Ok(desk.arrived(arrival).await);
        }
        _ => number(text).ok_or_else(|| {
            Refusal::new(
                "an instruction count, `start`, `end`, `output`, `call NAME` or `write PLACE`",
            )
        })?,
    };
    let arrival = desk.debugger.go_to(count, desk.outside, desk.point).await?;
    Ok(desk.arrived(arrival).await)
}

pub(super) fn set(desk: &mut Desk<'_, '_>, text: &str) -> Outcome {
    let Some((target, value)) = text.split_once('=') else {
        return Err(Refusal::new("`=` is missing: set $t0 = 5"));
    };
    desk.debugger.set(target.trim(), value.trim())?;
    Ok(Reply::default())
}

impl Debugger<'_> {
    /// Changes a place to the value of an expression. What came after this instant is forgotten.
    pub fn set(&mut self, target: &str, value: &str) -> Result<(), Refusal> {
        let computed = self.value(value)?;
        let word = computed.word().cast_unsigned();
        // `$pc` can be set but is not a place that can be watched or asked about.
        let edit = if target == "$pc" {
            Edit::Pc(word)
        } else {
            match self.place(target)? {
                Place::Register(Register::Cpu(reg)) => Edit::Register(reg, word),
                Place::Register(Register::Hi) => Edit::Hi(word),
                Place::Register(Register::Lo) => Edit::Lo(word),
                Place::Register(Register::Float(freg)) => {
                    // A word is taken as a number and not as bits: `set $f0 = 1` means 1.0.
                    let float = match computed {
                        Value::Float(float) => float as f32,
                        Value::Word(word) => word as f32,
                    };
                    Edit::Float(freg.number(), float.to_bits())
                }
                Place::Register(_) => return Err(Refusal::new("that cannot be set")),
                Place::Memory(address, bytes @ (1 | 2 | 4)) => {
                    Edit::Memory(address, word.to_le_bytes()[..bytes as usize].to_vec())
                }
                Place::Memory(..) => {
                    return Err(Refusal::new("1, 2 or 4 bytes can be set at once"));
                }
            }
        };
        self.timeline.edit(edit).map_err(refused)
    }
}

fn refused(refused: Refused) -> Refusal {
    Refusal::new(match refused {
        Refused::NotNow => "that is possible only where the recording ends; `goto end` leads there",
        Refused::OutOfMemory => "the program may not use more memory",
    })
}

pub(super) fn input(desk: &mut Desk<'_, '_>, text: &str) -> Outcome {
    // First, because what is typed in the past replaces the input that was recorded after it.
    let reply = desk.fork();
    desk.outside.feed(format!("{text}\n").as_bytes());
    Ok(reply)
}

pub(super) fn eof(desk: &mut Desk<'_, '_>, _: &str) -> Outcome {
    desk.outside.close();
    Ok(Reply::default())
}

pub(super) fn key(desk: &mut Desk<'_, '_>, text: &str) -> Outcome {
    let reply = desk.fork();
    for byte in text.bytes() {
        desk.debugger.timeline.inject(Input::Key(byte)).map_err(refused)?;
    }
    Ok(reply)
}

impl Desk<'_, '_> {
    /// Makes this instant the end of what is known, so that what is typed now is what comes next.
    fn fork(&mut self) -> Reply {
        if self.debugger.timeline.is_at_end() {
            return Reply::default();
        }
        self.debugger.timeline.forget_future();
        let lines = vec!["what came after this instant is forgotten".to_owned()];
        Reply { lines, ..Reply::default() }
    }

    /// Takes a step as often as a text says, as long as nothing comes in between.
    async fn advance(&mut self, step: Step, text: &str) -> Outcome {
        let mut plan = StepPlan::new(step, Desk::times(text)?);
        let arrival = self.debugger.advance(&mut plan, self.outside, self.point).await?;
        Ok(self.arrived(arrival).await)
    }

    /// Goes to the n-th call of a procedure since the start.
    async fn goto_call(&mut self, text: &str) -> Outcome {
        let (name, times) = text.split_once(char::is_whitespace).unwrap_or((text, ""));
        let address = self.debugger.code(name)?;
        let times = Desk::times(times.trim())?;
        let found = self.debugger.nth_arrival(address, times, self.outside, self.point).await?;
        match found {
            Found::At(..) => Ok(self.arrived(Arrival::There).await),
            Found::GaveUp => Ok(self.arrived(Arrival::GaveUp).await),
            Found::Nothing => Err(Refusal::new(format!("`{name}` is not reached that often"))),
        }
    }

    /// The reply of a command that has gone somewhere.
    pub(super) async fn arrived(&mut self, arrival: Arrival) -> Reply {
        let mut lines = Vec::new();
        lines.extend(self.reason(&arrival));
        lines.push(self.here());
        let is_unexplained = matches!(&arrival, Arrival::Ended(RunEnd::Faulted { .. }));
        if is_unexplained && self.debugger.explainer.is_some() {
            // If it cannot be explained, the arrival and its line are still the answer.
            let explained = self.debugger.explain(self.point).await.ok();
            lines.extend(explained.map(|(told, _)| told).unwrap_or_default());
        }
        Reply { lines, arrival: Some(arrival), ..Reply::default() }
    }

    fn reason(&mut self, arrival: &Arrival) -> Option<String> {
        Some(match arrival {
            Arrival::There => return None,
            Arrival::Breakpoint(id) => format!("breakpoint {id}"),
            Arrival::Watchpoint(id, hit) => {
                let writer = self.writer(hit.pc);
                let point = self.debugger.points().iter().find(|point| point.id == *id);
                let target = point.map(|point| point.target.clone());
                let value = target.and_then(|target| self.watched(&target, *hit));
                format!("watchpoint {id}: {}{writer}", value.unwrap_or_default())
            }
            Arrival::Condition(id, mistake) => {
                format!("the condition of breakpoint {id} cannot be computed: {}", mistake.message)
            }
            Arrival::Ended(end) => ending(end),
            Arrival::Waiting(Wait::Input) => {
                "the program waits for input (`input TEXT`)".to_owned()
            }
            Arrival::Waiting(Wait::Dialog) => "the program waits for an answer".to_owned(),
            Arrival::Waiting(Wait::Until(_)) => "the program sleeps".to_owned(),
            Arrival::Beginning => "this is the beginning".to_owned(),
            Arrival::NotFound => "nothing has written there".to_owned(),
            Arrival::NotInCall => "the program is not in a procedure that was called".to_owned(),
            Arrival::GaveUp => "interrupted".to_owned(),
        })
    }

    fn writer(&self, pc: u32) -> String {
        match self.debugger.names.line(pc) {
            Some(line) => format!(", by {} `{}`", line.place(), line.text),
            None => format!(", by the instruction at {pc:#010x}"),
        }
    }

    /// The position of the debugger, in a line.
    pub(super) fn here(&self) -> String {
        let machine = self.debugger.machine();
        let names = &self.debugger.names;
        let count = grouped(machine.count);
        let label = names.label(machine.pc).map(|label| format!(" <{label}>")).unwrap_or_default();
        let Some(line) = names.line(machine.pc) else {
            return format!("{count}: {:#010x}{label} (no source)", machine.pc);
        };
        let expansion = if names.is_first(machine.pc) {
            String::new()
        } else {
            format!("  → {}", names.instruction(machine, machine.pc))
        };
        format!("{count}: {}{label}  {}{expansion}", line.place(), line.text)
    }
}

/// The end of a program, in words.
pub(super) fn ending(end: &RunEnd) -> String {
    match end {
        RunEnd::Exited(None) => "the program has ended".to_owned(),
        RunEnd::Returned(_) => "the program has returned from `main`".to_owned(),
        RunEnd::Exited(Some(code)) => format!("the program has ended with code {code}"),
        RunEnd::DroppedOff(_) => "the program ran past its last instruction".to_owned(),
        RunEnd::Faulted { fault, .. } => format!("error: {fault}"),
        _ => "the program has stopped".to_owned(),
    }
}
