//! Calls that have not returned, with arguments and saved registers by the calling convention.

use jetan_isa::{Op, Reg};
use jetan_machine::observer::WrittenRegister;
use jetan_machine::registers::R;
use jetan_run::YieldPoint;
use jetan_run::timeline::ReplayDiverged;

use crate::debugger::{Debugger, OpenCall};
use crate::transfer::link;
use crate::watcher::is_read;
use jetan_sanitizer::CodeText;

/// A register that a procedure has put on the stack to restore it later.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FrameRegister {
    /// The register that the frame keeps.
    pub reg: Reg,
    /// The address it was saved to.
    pub address: u32,
    /// The value there now.
    pub value: u32,
    /// The value of the register at the call.
    pub expected: u32,
}

/// A call that has not returned.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StackFrame {
    /// The call itself: its step, address and registers.
    pub call: OpenCall,
    /// The procedure by its label, or its address in hex.
    pub name: String,
    /// Those of `$a0` to `$a3` that the procedure takes, as they stood at the call.
    pub arguments: Vec<(Reg, u32)>,
    /// The registers that the procedure has saved so far.
    pub saved: Vec<FrameRegister>,
    /// Doubts about it, a sentence each.
    pub doubts: Vec<String>,
}

impl Debugger<'_> {
    /// The calls that lead to this step, innermost first.
    pub async fn frames(&mut self, point: &YieldPoint) -> Result<Vec<StackFrame>, ReplayDiverged> {
        let calls = self.calls(point).await?;
        let text = CodeText::new(&self.names.program);
        let mut frames = Vec::new();
        // Where the procedure of a frame stands, and its `$sp` there.
        let (mut pc, mut sp) = (self.machine().pc, self.machine().registers.get(Reg::SP));
        let mut callee = None;
        for call in calls {
            let frame = self.frame(&text, call, (pc, sp), callee.take());
            (pc, sp) = (call.pc, call.sp);
            callee = Some(frame.name.clone());
            frames.push(frame);
        }
        Ok(frames)
    }

    fn frame(
        &self,
        text: &CodeText,
        call: OpenCall,
        (pc, sp): (u32, u32),
        callee: Option<String>,
    ) -> StackFrame {
        let name = self.names.label(call.target);
        let name = name.unwrap_or_else(|| format!("{:#010x}", call.target));
        let takes = |idx: &usize| takes(text, call.target, ARGUMENTS[*idx]);
        let arguments = (0..4).filter(takes).map(|idx| (ARGUMENTS[idx], call.arguments[idx]));
        let saved = self.saved(text, &call, pc, sp);
        let doubts = doubts(&call, sp, &saved, callee);
        StackFrame { call, name, arguments: arguments.collect(), saved, doubts }
    }

    /// The registers a procedure has saved before `pc`, if it has moved `$sp` down for that.
    fn saved(&self, text: &CodeText, call: &OpenCall, pc: u32, sp: u32) -> Vec<FrameRegister> {
        if sp >= call.sp {
            return Vec::new();
        }
        let memory = &self.machine().memory;
        let mut found: Vec<FrameRegister> = Vec::new();
        for (reg, below) in saves(text, call.target, pc) {
            let address = call.sp.wrapping_add(below.cast_unsigned());
            // What lies outside of the frame was not put there to be restored.
            if found.iter().any(|saved| saved.reg == reg) || address < sp || address >= call.sp {
                continue;
            }
            let expected = match reg {
                Reg::RA => call.pc.wrapping_add(link(self.machine())),
                reg => call.values[reg.index()],
            };
            let value = memory.peek_word(address);
            found.push(FrameRegister { reg, address, value, expected });
        }
        found
    }
}

const ARGUMENTS: [Reg; 4] = [Reg::A0, Reg::A1, Reg::A2, Reg::A3];

/// Whether a procedure uses an argument. Which of them a service takes is not known; all but the
/// first are rare.
fn takes(text: &CodeText, entry: u32, reg: Reg) -> bool {
    let is_read = || {
        let mut own = text.body(entry).filter(|(_, one)| one.op != Op::Syscall);
        own.any(|(_, one)| is_read(one, WrittenRegister::Cpu(reg)))
    };
    text.takes(entry, reg) && (reg == Reg::A0 || is_read())
}

/// Registers that a procedure stores before `pc` relative to a `$sp` that it has moved down, with
/// their distance from where `$sp` was at the call.
fn saves(text: &CodeText, entry: u32, pc: u32) -> Vec<(Reg, i32)> {
    let mut moved: i32 = 0;
    let mut found = Vec::new();
    for (_, one) in text.body(entry).take_while(|&(at, _)| at < pc) {
        match one.op {
            Op::Addi | Op::Addiu if (one.a, one.b) == (R::R29, R::R29) => {
                // What was taken is given back on a way out that was not gone.
                moved = if one.imm < 0 { moved.saturating_add(one.imm) } else { 0 };
            }
            Op::Sw if one.c == R::R29 && moved < 0 => {
                let is_saved = matches!(one.a as u8, 16..=23 | 28 | 30 | 31);
                let reg = one.a.reg().filter(|_| is_saved);
                found.extend(reg.map(|reg| (reg, moved.saturating_add(one.imm))));
            }
            _ => {}
        }
    }
    found
}

fn doubts(
    call: &OpenCall,
    sp: u32,
    saved: &[FrameRegister],
    callee: Option<String>,
) -> Vec<String> {
    let mut doubts = Vec::new();
    if sp > call.sp {
        doubts.push("$sp is above what it was at the call".to_owned());
    }
    for one in saved.iter().filter(|one| one.value != one.expected) {
        let (name, value) = (one.reg.name(), one.value);
        let expected = one.expected;
        doubts.push(format!(
            "the saved {name} was overwritten: it is {value:#010x} and was {expected:#010x}"
        ));
    }
    if let Some(callee) = callee
        && !saved.iter().any(|one| one.reg == Reg::RA)
    {
        doubts.push(format!("calls {callee} without having saved $ra"));
    }
    doubts
}
