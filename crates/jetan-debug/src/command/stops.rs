//! Commands about breakpoints and watchpoints.

use jetan_machine::Machine;
use jetan_machine::code::CodeWord;
use jetan_machine::memory::{MemoryAccess, WatchHit};

use super::{DebugContext, DebugError, DebugReply, ReplyResult, motion, number};
use crate::cause::StorageLocation;
use crate::debugger::{Debugger, POINTS_MAX, watch};
use crate::point::{LogMessage, PointTarget, StopPoint, WatchedRegister};
use crate::watcher::register_name;

pub(super) fn add_break(context: &mut DebugContext<'_, '_>, text: &str) -> ReplyResult {
    let (place, condition) = split_condition(text);
    let target = context.debugger.break_target(place)?;
    context.add(target, condition)
}

pub(super) fn add_once(context: &mut DebugContext<'_, '_>, text: &str) -> ReplyResult {
    let reply = add_break(context, text)?;
    // Points are appended, so the new one is the last.
    let id = context.debugger.points().last().map(|point| point.id);
    context.debugger.temporary.extend(id);
    Ok(reply)
}

pub(super) async fn until(context: &mut DebugContext<'_, '_>, text: &str) -> ReplyResult {
    add_once(context, text)?;
    let own = context.debugger.temporary.last().copied();
    let reply = motion::go_on(context, "").await;
    // Whatever stopped the run: the breakpoint of `until` does not outlive the command.
    if let Some(id) = own {
        context.debugger.remove(id);
    }
    reply
}

pub(super) fn add_log(context: &mut DebugContext<'_, '_>, text: &str) -> ReplyResult {
    let (place, message) = text.split_once(char::is_whitespace).unwrap_or((text, ""));
    let target = context.debugger.break_target(place)?;
    let symbol = |name: &str| context.debugger.names.address(name);
    let message = LogMessage::parse(message.trim(), &symbol)
        .map_err(|mistake| DebugError::of(message.trim(), &mistake))?;
    let reply = context.add(target, None)?;
    if let Some(id) = context.debugger.points().last().map(|point| point.id)
        && let Some(point) = context.debugger.point_mut(id)
    {
        point.log = Some(message);
    }
    Ok(reply)
}

pub(super) fn watch_writes(context: &mut DebugContext<'_, '_>, text: &str) -> ReplyResult {
    context.watch(text, false, true)
}

pub(super) fn watch_reads(context: &mut DebugContext<'_, '_>, text: &str) -> ReplyResult {
    context.watch(text, true, false)
}

pub(super) fn watch_both(context: &mut DebugContext<'_, '_>, text: &str) -> ReplyResult {
    context.watch(text, true, true)
}

pub(super) fn condition(context: &mut DebugContext<'_, '_>, text: &str) -> ReplyResult {
    let (id, condition) = text.split_once(char::is_whitespace).unwrap_or((text, ""));
    let condition = match condition.trim() {
        "" => None,
        text => Some(context.debugger.expression(text)?),
    };
    context.point(id)?.condition = condition;
    Ok(DebugReply::default())
}

pub(super) fn ignore(context: &mut DebugContext<'_, '_>, text: &str) -> ReplyResult {
    let (id, times) = text.split_once(char::is_whitespace).unwrap_or((text, ""));
    let times = DebugContext::times(times.trim())?;
    context.point(id)?.ignore = times;
    Ok(DebugReply::default())
}

pub(super) fn delete(context: &mut DebugContext<'_, '_>, text: &str) -> ReplyResult {
    if text.is_empty() {
        let ids: Vec<u32> = context.debugger.points().iter().map(|point| point.id).collect();
        for id in ids {
            context.debugger.remove(id);
        }
        return Ok(DebugReply::default());
    }
    let id = context.point(text)?.id;
    context.debugger.remove(id);
    Ok(DebugReply::default())
}

pub(super) fn enable(context: &mut DebugContext<'_, '_>, text: &str) -> ReplyResult {
    context.point(text)?.is_enabled = true;
    Ok(DebugReply::default())
}

pub(super) fn disable(context: &mut DebugContext<'_, '_>, text: &str) -> ReplyResult {
    context.point(text)?.is_enabled = false;
    Ok(DebugReply::default())
}

pub(super) fn list(context: &mut DebugContext<'_, '_>, _: &str) -> ReplyResult {
    let lines: Vec<String> =
        context.debugger.points().iter().map(|point| context.describe(point)).collect();
    let none = || vec!["there are no breakpoints".to_owned()];
    Ok(DebugReply { lines: if lines.is_empty() { none() } else { lines }, ..DebugReply::default() })
}

/// The accesses that are watched, in words.
fn kind(reads: bool, writes: bool) -> &'static str {
    match (reads, writes) {
        (true, true) => "watch reads and writes of",
        (true, false) => "watch reads of",
        _ => "watch",
    }
}

/// Separates `if CONDITION` from what is before it.
fn split_condition(text: &str) -> (&str, Option<&str>) {
    // `break if …` is about the instruction at hand.
    if let Some(condition) = text.strip_prefix("if ") {
        return ("", Some(condition.trim()));
    }
    match text.split_once(" if ") {
        Some((place, condition)) => (place.trim(), Some(condition.trim())),
        None => (text, None),
    }
}

impl Debugger<'_> {
    /// The target of a breakpoint: `service [N]`, `exception` or the location of an instruction.
    pub fn break_target(&self, text: &str) -> Result<PointTarget, DebugError> {
        let (word, rest) = text.split_once(char::is_whitespace).unwrap_or((text, ""));
        let names = &self.names;
        let is_label = names.address(word).is_some();
        match word {
            "service" | "syscall" if !is_label => {
                let number = if rest.is_empty() { None } else { Some(self.word(rest.trim())?) };
                Ok(PointTarget::Service(number, names.services().collect()))
            }
            "exception" if !is_label => {
                let machine = self.machine();
                let handler = machine.map().handler;
                if machine.word_at(handler) == CodeWord::Absent {
                    let message = "the program has no exception handler: exceptions end it anyway";
                    return Err(DebugError::new(message));
                }
                Ok(PointTarget::Exception(handler))
            }
            _ => Ok(PointTarget::Address(self.code(text)?)),
        }
    }

    /// The target of a watchpoint.
    pub fn watch_target(
        &self,
        text: &str,
        reads: bool,
        writes: bool,
    ) -> Result<PointTarget, DebugError> {
        if matches!(text, "board" | "screen") && self.names.address(text).is_none() {
            if self.machine().pack().is_none() {
                return Err(DebugError::new(
                    "without a pack (--pack) no service draws on a screen",
                ));
            }
            return Ok(PointTarget::Screen(self.names.services().collect()));
        }
        match self.place(text)? {
            StorageLocation::Register(register) => {
                Ok(PointTarget::Register(WatchedRegister { register, reads, writes }))
            }
            StorageLocation::Memory(first, bytes) => {
                // `place` has checked that this does not wrap.
                Ok(PointTarget::Memory(watch(first, first + (bytes - 1), reads, writes)))
            }
        }
    }
}

impl DebugContext<'_, '_> {
    fn watch(&mut self, text: &str, reads: bool, writes: bool) -> ReplyResult {
        let (place, condition) = split_condition(text);
        let target = self.debugger.watch_target(place, reads, writes)?;
        self.add(target, condition)
    }

    fn add(&mut self, target: PointTarget, condition: Option<&str>) -> ReplyResult {
        let condition = condition.map(|text| self.debugger.expression(text)).transpose()?;
        let full = || DebugError::new(format!("there can be {POINTS_MAX} breakpoints at a time"));
        let id = self.debugger.add(target).ok_or_else(full)?;
        if let Some(point) = self.debugger.point_mut(id) {
            point.condition = condition;
        }
        let points = self.debugger.points();
        let line = points.last().map(|point| self.describe(point)).unwrap_or_default();
        Ok(DebugReply { lines: vec![line], ..DebugReply::default() })
    }

    fn point(&mut self, text: &str) -> Result<&mut StopPoint, DebugError> {
        let unknown = || DebugError::new(format!("there is no breakpoint `{text}`"));
        let id = number(text).and_then(|id| u32::try_from(id).ok()).ok_or_else(unknown)?;
        self.debugger.point_mut(id).ok_or_else(unknown)
    }

    fn describe(&self, point: &StopPoint) -> String {
        let names = &self.debugger.names;
        let target = match &point.target {
            PointTarget::Address(address) => {
                let line = names.line(*address);
                let line = line.map(|line| format!(", {line}"));
                format!("break {}{}", names.address_text(*address), line.unwrap_or_default())
            }
            PointTarget::Service(None, _) => "break at every service".to_owned(),
            PointTarget::Service(Some(number), _) => {
                format!("break at service {number}, {}", crate::cause::service_name(*number))
            }
            PointTarget::Exception(address) => format!("break at exceptions, {address:#010x}"),
            PointTarget::Screen(_) => "watch the screen".to_owned(),
            PointTarget::Register(watched) => {
                let kind = kind(watched.reads, watched.writes);
                format!("{kind} {}", register_name(watched.register))
            }
            PointTarget::Memory(watch) => {
                let kind = kind(watch.reads, watch.writes);
                let bytes = watch.last - watch.first + 1;
                format!("{kind} {}, {bytes} bytes", names.address_text(watch.first))
            }
        };
        let condition = point.condition.as_ref().map(|c| format!(" if {}", c.text()));
        let hits = if point.hits > 0 { format!(", hit {}×", point.hits) } else { String::new() };
        let off = if point.is_enabled { "" } else { ", disabled" };
        format!("{}: {target}{}{hits}{off}", point.id, condition.unwrap_or_default())
    }

    /// The machine before the instruction that was executed last.
    fn before(&mut self) -> Machine {
        let count = self.debugger.timeline.count().saturating_sub(1);
        let before = self.debugger.timeline.machine_arriving_at(count);
        // If the replay fails, the new value is shown as the old one too: better than none.
        before.unwrap_or_else(|_| self.debugger.machine().clone())
    }

    /// The value that a watchpoint's hit is about, and the one before it.
    pub(super) fn watched(&mut self, target: &PointTarget, hit: WatchHit) -> Option<String> {
        // Cloned, because the value before is found by replaying on the same timeline.
        let machine = self.debugger.machine().clone();
        let machine = &machine;
        match target {
            PointTarget::Register(watched) => {
                let value = crate::watcher::value(machine, watched.register);
                let name = register_name(watched.register);
                let value = format!("{} ({value:#010x})", value.cast_signed());
                Some(match hit.access {
                    MemoryAccess::Read => format!("{name} was read, it is {value}"),
                    MemoryAccess::Write => {
                        let was = crate::watcher::value(&self.before(), watched.register);
                        format!("{name} is {value}, was {}", was.cast_signed())
                    }
                })
            }
            PointTarget::Memory(_) => {
                let place = self.debugger.names.address_text(hit.address);
                let word = machine.memory.peek_word(hit.address & !3);
                let value = format!("{} ({word:#010x})", word.cast_signed());
                Some(match hit.access {
                    MemoryAccess::Read => format!("{place} was read, it is {value}"),
                    MemoryAccess::Write => {
                        let was = self.before().memory.peek_word(hit.address & !3);
                        format!("{place} is {value}, was {}", was.cast_signed())
                    }
                })
            }
            _ => None,
        }
    }
}
