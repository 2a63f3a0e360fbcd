//! Commands that show views: their data goes along with the lines.

use jetan_isa::FReg;
use jetan_run::{YieldPoint, at_once};

use super::{DebugContext, DebugError, DebugReply, ReplyResult, grouped, number};
use crate::blame::value_text;
use crate::trail::TakenJump;
use crate::view::DebugView;
use crate::view::changes::MachineChanges;
use crate::view::data::LabelData;
use crate::view::frames::StackFrame;
use crate::view::stack::StackWord;

/// Words of stack and heap that are shown by default, and the most.
const WORDS_DEFAULT: usize = 16;
const WORDS_MAX: u64 = 4096;

fn shown(lines: Vec<String>, view: DebugView) -> ReplyResult {
    Ok(DebugReply { lines, view: Some(view), ..DebugReply::default() })
}

pub(super) async fn calls(context: &mut DebugContext<'_, '_>, _: &str) -> ReplyResult {
    let frames = context.debugger.frames(context.point).await?;
    let mut lines = vec![format!("#0 {}", context.here())];
    for (idx, frame) in frames.iter().enumerate() {
        lines.push(format!("#{} {}", idx + 1, context.frame_text(frame)));
        if !frame.saved.is_empty() {
            let saved = frame.saved.iter().map(|saved| {
                let offset = frame.call.sp.wrapping_sub(saved.address);
                format!("{} at {:#010x} (-{offset})", saved.reg.name(), saved.address)
            });
            lines.push(format!("   saved: {}", saved.collect::<Vec<_>>().join(", ")));
        }
        lines.extend(frame.doubts.iter().map(|doubt| format!("   (!) {doubt}")));
    }
    shown(lines, DebugView::Frames(frames))
}

pub(super) fn jumps(context: &mut DebugContext<'_, '_>, _: &str) -> ReplyResult {
    let jumps = at_once(context.debugger.jumps(&YieldPoint::NONE))?;
    let names = &context.debugger.names;
    let line = |jump: &TakenJump| {
        let line = names.line(jump.from).map(|line| format!(", {line}"));
        let (from, to) = (names.address_text(jump.from), names.address_text(jump.to));
        format!("{}: {from} → {to}{}", grouped(jump.count), line.unwrap_or_default())
    };
    let mut lines: Vec<String> = jumps.iter().map(line).collect();
    if lines.is_empty() {
        lines.push("nothing has jumped yet".to_owned());
    }
    shown(lines, DebugView::Jumps(jumps))
}

pub(super) fn changes(context: &mut DebugContext<'_, '_>, _: &str) -> ReplyResult {
    let Some(changes) = context.debugger.changes()? else {
        return Err(DebugError::new(
            "this is the first stop; there is no earlier one to compare with",
        ));
    };
    let lines = context.changes_text(&changes);
    shown(lines, DebugView::Changes(changes))
}

pub(super) async fn stack(context: &mut DebugContext<'_, '_>, text: &str) -> ReplyResult {
    let words = words(text)?;
    let frames = context.debugger.frames(context.point).await?;
    let words = context.debugger.stack(&frames, words);
    shown(words_text(&words), DebugView::Words(words))
}

pub(super) fn heap(context: &mut DebugContext<'_, '_>, text: &str) -> ReplyResult {
    let words = context.debugger.heap(words(text)?);
    let mut lines = words_text(&words);
    if lines.is_empty() {
        lines.push("the program has not asked for any memory (service 9)".to_owned());
    }
    shown(lines, DebugView::Words(words))
}

pub(super) fn data(context: &mut DebugContext<'_, '_>, text: &str) -> ReplyResult {
    let items = context.debugger.data(text);
    let line = |item: &LabelData| {
        let guess = if item.is_guessed { "?" } else { "" };
        let (name, kind) = (&item.name, item.kind.name());
        format!("{:#010x} {name}: {kind}{guess}, {} bytes: {}", item.address, item.bytes, item.text)
    };
    let mut lines: Vec<String> = items.iter().map(line).collect();
    if lines.is_empty() {
        lines.push("there are no such labels of data".to_owned());
    }
    shown(lines, DebugView::Data(items))
}

fn words(text: &str) -> Result<usize, DebugError> {
    if text.is_empty() {
        return Ok(WORDS_DEFAULT);
    }
    let wrong = || DebugError::new(format!("1 to {WORDS_MAX} words can be shown"));
    let words = number(text).filter(|words| (1..=WORDS_MAX).contains(words)).ok_or_else(wrong)?;
    Ok(words as usize)
}

fn words_text(words: &[StackWord]) -> Vec<String> {
    let line = |word: &StackWord| {
        let StackWord { address, value, meaning } = word;
        let signed = value.cast_signed();
        format!("{address:#010x}: {value:08x} {signed:>11}  {meaning}").trim_end().to_owned()
    };
    words.iter().map(line).collect()
}

impl DebugContext<'_, '_> {
    fn frame_text(&self, frame: &StackFrame) -> String {
        let call = &frame.call;
        let argument = |&(reg, value): &(jetan_isa::Reg, u32)| {
            format!("{}={}", reg.name(), value_text(value, &self.debugger.names))
        };
        let arguments: Vec<String> = frame.arguments.iter().map(argument).collect();
        let line = self.debugger.names.line(call.pc);
        let place = line.map_or_else(|| format!("{:#010x}", call.pc), |line| line.place());
        let (name, arguments) = (&frame.name, arguments.join(", "));
        format!("{name}({arguments}) called at {}, {place}", grouped(call.count))
    }

    fn changes_text(&self, changes: &MachineChanges) -> Vec<String> {
        let change = |name: &str, then: u32, now: u32| {
            let (was, is) = (then.cast_signed(), now.cast_signed());
            format!("{name}: {was} ({then:#010x}) → {is} ({now:#010x})")
        };
        let mut lines = vec![format!("since {}", grouped(changes.since))];
        lines.extend(changes.registers.iter().map(|&(reg, was, is)| change(reg.name(), was, is)));
        lines.extend(changes.hilo.iter().map(|&(name, was, is)| change(name, was, is)));
        lines.extend(changes.floats.iter().map(|&(number, was, is)| {
            let (was, is) = (f32::from_bits(was), f32::from_bits(is));
            format!("{}: {was} → {is}", FReg::at_index(number).name())
        }));
        let names = &self.debugger.names;
        let words = changes.words.iter();
        lines.extend(words.map(|&(at, was, is)| change(&names.address_text(at), was, is)));
        if changes.more > 0 {
            lines.push(format!("and {} more words", grouped(changes.more as u64)));
        }
        if lines.len() == 1 {
            lines.push("nothing has changed".to_owned());
        }
        lines
    }
}
