//! Commands that go somewhere, or change what is there.

use jetan_isa::{FReg, Reg};
use jetan_machine::fault::ServiceFault;
use jetan_machine::observer::WrittenRegister;
use jetan_machine::stop::WaitReason;
use jetan_machine::{Fault, HostInput};
use jetan_run::RunEnd;
use jetan_run::log::MachineEdit;
use jetan_run::timeline::{BackSearchResult, TimelineError};

use super::{DebugContext, DebugError, DebugReply, ReplyResult, grouped, number};
use crate::cause::StorageLocation;
use crate::debugger::{Arrival, Debugger, StepKind, StepPlan};
use crate::expression::ExpressionValue;

pub(super) async fn go_on(context: &mut DebugContext<'_, '_>, _: &str) -> ReplyResult {
    let arrival = context.debugger.go_on(context.outside, context.point).await?;
    Ok(context.arrived(arrival).await)
}

pub(super) async fn step(context: &mut DebugContext<'_, '_>, text: &str) -> ReplyResult {
    context.advance(StepKind::Statement, text).await
}

pub(super) async fn next(context: &mut DebugContext<'_, '_>, text: &str) -> ReplyResult {
    context.advance(StepKind::Over, text).await
}

pub(super) async fn finish(context: &mut DebugContext<'_, '_>, _: &str) -> ReplyResult {
    context.advance(StepKind::Out, "").await
}

pub(super) async fn stepi(context: &mut DebugContext<'_, '_>, text: &str) -> ReplyResult {
    let times = DebugContext::times(text)?;
    let arrival = context.debugger.step_instructions(times, context.outside, context.point).await?;
    Ok(context.arrived(arrival).await)
}

pub(super) async fn reverse(context: &mut DebugContext<'_, '_>, _: &str) -> ReplyResult {
    let arrival = context.debugger.go_back(context.point).await?;
    Ok(context.arrived(arrival).await)
}

pub(super) async fn step_back(context: &mut DebugContext<'_, '_>, text: &str) -> ReplyResult {
    context.advance(StepKind::Back, text).await
}

pub(super) async fn next_back(context: &mut DebugContext<'_, '_>, text: &str) -> ReplyResult {
    context.advance(StepKind::BackOver, text).await
}

pub(super) async fn finish_back(context: &mut DebugContext<'_, '_>, _: &str) -> ReplyResult {
    context.advance(StepKind::BackOut, "").await
}

pub(super) async fn stepi_back(context: &mut DebugContext<'_, '_>, text: &str) -> ReplyResult {
    let times = DebugContext::times(text)?;
    let arrival = context.debugger.back_instructions(times, context.point).await?;
    Ok(context.arrived(arrival).await)
}

pub(super) async fn goto(context: &mut DebugContext<'_, '_>, text: &str) -> ReplyResult {
    let (word, rest) = text.split_once(char::is_whitespace).unwrap_or((text, ""));
    let count = match word {
        "start" => 0,
        "end" => context.debugger.timeline.end_count(),
        "output" => {
            let first = context.debugger.timeline.printed().first();
            first.ok_or_else(|| DebugError::new("nothing has been printed yet"))?.since
        }
        "call" => return context.goto_call(rest.trim()).await,
        "write" => {
            let place = context.debugger.place(rest.trim())?;
            let arrival = context.debugger.go_to_last_write(place, context.point).await?;
            return Ok(context.arrived(arrival).await);
        }
        _ => number(text).ok_or_else(|| {
            DebugError::new(
                "an instruction count, `start`, `end`, `output`, `call NAME` or `write PLACE`",
            )
        })?,
    };
    let arrival = context.debugger.go_to(count, context.outside, context.point).await?;
    Ok(context.arrived(arrival).await)
}

pub(super) fn set(context: &mut DebugContext<'_, '_>, text: &str) -> ReplyResult {
    let Some((target, value)) = text.split_once('=') else {
        return Err(DebugError::new("`=` is missing: set $t0 = 5"));
    };
    context.debugger.set(target.trim(), value.trim())?;
    Ok(DebugReply::default())
}

impl Debugger<'_> {
    /// Changes a place to the value of an expression. What came after this step is forgotten.
    pub fn set(&mut self, target: &str, value: &str) -> Result<(), DebugError> {
        let computed = self.value(value)?;
        if let Some(edits) = float_part_edits(target, computed) {
            for edit in edits {
                self.timeline.edit(edit).map_err(refused)?;
            }
            self.forget_notes();
            return Ok(());
        }
        let word = computed.word().cast_unsigned();
        // `$pc` can be set but is not a place that can be watched or asked about.
        let edit = if target == "$pc" {
            MachineEdit::Pc(word)
        } else {
            match self.place(target)? {
                StorageLocation::Register(WrittenRegister::Cpu(Reg::ZERO)) => {
                    return Err(DebugError::new("`$zero` is always 0"));
                }
                StorageLocation::Register(WrittenRegister::Cpu(reg)) => {
                    MachineEdit::Register(reg, word)
                }
                StorageLocation::Register(WrittenRegister::Hi) => MachineEdit::Hi(word),
                StorageLocation::Register(WrittenRegister::Lo) => MachineEdit::Lo(word),
                StorageLocation::Register(WrittenRegister::Float(freg)) => {
                    // A word is taken as a number and not as bits: `set $f0 = 1` means 1.0.
                    let float = match computed {
                        ExpressionValue::Float(float) => float as f32,
                        ExpressionValue::Word(word) => word as f32,
                    };
                    MachineEdit::Float(freg.number(), float.to_bits())
                }
                StorageLocation::Register(_) => return Err(DebugError::new("that cannot be set")),
                StorageLocation::Memory(address, bytes @ (1 | 2 | 4)) => {
                    check_fits(computed.word(), bytes)?;
                    MachineEdit::Memory(address, word.to_le_bytes()[..bytes as usize].to_vec())
                }
                StorageLocation::Memory(..) => {
                    return Err(DebugError::new("1, 2 or 4 bytes can be set at once"));
                }
            }
        };
        self.timeline.edit(edit).map_err(refused)?;
        self.forget_notes();
        Ok(())
    }
}

/// The edits of `$f2.d`, a double in two registers, and of `$f2.bits`, which takes a word as it is.
fn float_part_edits(target: &str, value: ExpressionValue) -> Option<Vec<MachineEdit>> {
    let (name, part) = target.rsplit_once('.')?;
    let number = FReg::from_name(name)?.number();
    match part {
        "bits" => Some(vec![MachineEdit::Float(number, value.word().cast_unsigned())]),
        "d" if number.is_multiple_of(2) => {
            let double = match value {
                ExpressionValue::Float(float) => float,
                ExpressionValue::Word(word) => f64::from(word),
            };
            let bits = double.to_bits();
            let high = MachineEdit::Float(number + 1, (bits >> 32) as u32);
            Some(vec![MachineEdit::Float(number, bits as u32), high])
        }
        _ => None,
    }
}

/// A value that would lose bits is a mistake of whoever typed it.
fn check_fits(word: i32, bytes: u32) -> Result<(), DebugError> {
    let bits = 8 * bytes;
    // As a signed number or an unsigned one.
    let range = -(1_i64 << (bits - 1))..1_i64 << bits;
    if range.contains(&i64::from(word)) {
        return Ok(());
    }
    let room = if bytes == 1 { "a byte".to_owned() } else { format!("{bytes} bytes") };
    Err(DebugError::new(format!("{word} does not fit into {room}")))
}

fn refused(refused: TimelineError) -> DebugError {
    DebugError::new(match refused {
        TimelineError::NotNow => {
            "that is possible only where the recording ends; `goto end` leads there"
        }
        TimelineError::OutOfMemory => "the program may not use more memory",
    })
}

pub(super) fn input(context: &mut DebugContext<'_, '_>, text: &str) -> ReplyResult {
    // First, because what is typed in the past replaces the input that was recorded after it.
    let reply = context.fork()?;
    context.outside.feed(format!("{text}\n").as_bytes());
    Ok(reply)
}

pub(super) fn eof(context: &mut DebugContext<'_, '_>, _: &str) -> ReplyResult {
    context.outside.close();
    Ok(DebugReply::default())
}

pub(super) fn key(context: &mut DebugContext<'_, '_>, text: &str) -> ReplyResult {
    let reply = context.fork()?;
    for byte in text.bytes() {
        context.debugger.timeline.inject(HostInput::Key(byte)).map_err(refused)?;
    }
    Ok(reply)
}

/// Whether a run ended because a line of input was not what was to be read.
fn is_refused_input(end: &RunEnd) -> bool {
    let RunEnd::Faulted { fault: Fault::Service(fault), .. } = end else { return false };
    matches!(fault, ServiceFault::InvalidInput { .. })
}

impl DebugContext<'_, '_> {
    /// Makes this step the end of what is known, so that what is typed now is what comes next.
    fn fork(&mut self) -> ReplyResult {
        let timeline = &mut self.debugger.timeline;
        let ending = timeline.ending().filter(|_| timeline.is_at_end());
        // A line that is not a number ended the run: going back before it lets another one be typed
        // in its place.
        if ending.is_some_and(|end| is_refused_input(&end)) {
            timeline.go_to(timeline.count().saturating_sub(1).max(timeline.start_count()))?;
        }
        if timeline.is_at_end() {
            return Ok(DebugReply::default());
        }
        self.debugger.timeline.forget_future();
        self.debugger.forget_notes();
        let lines = vec!["what came after this step is forgotten".to_owned()];
        Ok(DebugReply { lines, ..DebugReply::default() })
    }

    /// Takes a step as often as a text says, as long as nothing comes in between.
    async fn advance(&mut self, step: StepKind, text: &str) -> ReplyResult {
        let mut plan = StepPlan::new(step, DebugContext::times(text)?);
        let arrival = self.debugger.advance(&mut plan, self.outside, self.point).await?;
        Ok(self.arrived(arrival).await)
    }

    /// Goes to the n-th call of a procedure since the start.
    async fn goto_call(&mut self, text: &str) -> ReplyResult {
        let (name, times) = text.split_once(char::is_whitespace).unwrap_or((text, ""));
        let address = self.debugger.code(name)?;
        let times = DebugContext::times(times.trim())?;
        let found = self.debugger.nth_arrival(address, times, self.outside, self.point).await?;
        match found {
            BackSearchResult::At(..) => Ok(self.arrived(Arrival::There).await),
            BackSearchResult::GaveUp => Ok(self.arrived(Arrival::GaveUp).await),
            BackSearchResult::Nothing => {
                Err(DebugError::new(format!("`{name}` is not reached that often")))
            }
        }
    }

    /// The reply of a command that has gone somewhere.
    pub(super) async fn arrived(&mut self, arrival: Arrival) -> DebugReply {
        let mut lines = Vec::new();
        lines.extend(self.reason(&arrival));
        lines.push(self.here());
        if let Arrival::Ended(end) = &arrival {
            lines.extend(self.debugger.note_lines(end));
        }
        let is_unexplained = matches!(&arrival, Arrival::Ended(RunEnd::Faulted { .. }));
        if is_unexplained && self.debugger.explainer.is_some() {
            // If it cannot be explained, the arrival and its line are still the answer.
            let explained = self.debugger.explain(self.point).await.ok();
            lines.extend(explained.map(|(explanation, _)| explanation).unwrap_or_default());
        }
        if matches!(&arrival, Arrival::Ended(end) if is_refused_input(end)) {
            lines.push("`input TEXT` answers with another line in its place".to_owned());
        }
        DebugReply { lines, arrival: Some(arrival), ..DebugReply::default() }
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
            Arrival::Ended(end) => end_text(end),
            Arrival::Waiting(WaitReason::Input) => {
                "the program waits for input (`input TEXT`)".to_owned()
            }
            Arrival::Waiting(WaitReason::Dialog) => "the program waits for an answer".to_owned(),
            Arrival::Waiting(WaitReason::Until(_)) => "the program sleeps".to_owned(),
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
pub(super) fn end_text(end: &RunEnd) -> String {
    match end {
        RunEnd::Exited(None) => "the program has ended".to_owned(),
        RunEnd::Returned(_) => "the program has returned from `main`".to_owned(),
        RunEnd::Exited(Some(code)) => format!("the program has ended with code {code}"),
        RunEnd::DroppedOff(_) => "the program ran past its last instruction".to_owned(),
        RunEnd::Faulted { fault, .. } => format!("error: {fault}"),
        _ => "the program has stopped".to_owned(),
    }
}
