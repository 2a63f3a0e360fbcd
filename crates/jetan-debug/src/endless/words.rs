//! The wording about a program that does not end.

use jetan_isa::{MemoryMap, Op, Reg, TerminalRegister};

use super::{DecidingRegister, EndlessCalls, EndlessLoop, EndlessRun, LoopExit};
use crate::blame::value_text;
use crate::command::grouped;
use crate::coverage::short_text;
use crate::decision::constant_before;
use jetan_sanitizer::{CodeText, successors};
use jetan_symbols::DebugSymbols;

/// A bound: counters are taken to stay below this, and addresses of data to lie above.
const COUNTER_LIMIT: u32 = 1 << 24;

/// Registers, branches and writes that are shown at most.
const SHOWN_MAX: usize = 6;

/// Instructions after a branch that are searched for what it skips.
const REACH_INSTRUCTIONS: usize = 64;

impl EndlessRun {
    /// The endless behaviour, a line each.
    pub fn text(&self, names: &DebugSymbols) -> Vec<String> {
        match self {
            EndlessRun::Loop(spin) => spin.text(names),
            EndlessRun::Calls(descent) => vec![descent.text(names)],
        }
    }

    /// The instruction to look at, and what to write beside it.
    pub fn mark(&self, names: &DebugSymbols) -> (u32, String) {
        match self {
            EndlessRun::Loop(spin) => match &spin.exits[..] {
                [] => (spin.back, "the loop goes back here".to_owned()),
                [way] => (way.pc, format!("the loop ends only here{}", way.text(spin, names))),
                [way, ..] => (way.pc, format!("the loop could end here{}", way.text(spin, names))),
            },
            EndlessRun::Calls(descent) => {
                let name = names.code_name(descent.target);
                if let Some((from, _)) = descent.escape(names) {
                    return (from, format!("this leaves {name} without returning"));
                }
                if let Some(call) = descent.restart {
                    return (call, "the program is started again from here".to_owned());
                }
                (descent.call, format!("{name} is called here again and again"))
            }
        }
    }
}

impl EndlessCalls {
    /// The jump out of the procedure back to where it was called, if that is what happens instead
    /// of a return.
    fn escape(&self, names: &DebugSymbols) -> Option<(u32, u32)> {
        let text = CodeText::new(&names.program);
        self.jump.filter(|_| text.procedure(self.call) != self.target)
    }

    /// Advice, where it is not a recursion without an end.
    pub(crate) fn help(&self, names: &DebugSymbols) -> Option<String> {
        let name = names.code_name(self.target);
        if let Some((from, to)) = self.escape(names) {
            let (line, to) = (names.line_text(from), names.code_name(to));
            return Some(format!(
                "return from {name} with `jr $ra`: {line} jumps to {to} instead, and the call is \
                 made again"
            ));
        }
        let line = names.line_text(self.restart?);
        Some(format!(
            "{line} calls the beginning of the program: return with `jr $ra` instead, and let \
             the program repeat things in a loop"
        ))
    }

    fn text(&self, names: &DebugSymbols) -> String {
        let name = names.code_name(self.target);
        let (line, times) = (names.line_text(self.call), grouped(self.times));
        format!(
            "{name} is called in {line}, and from there again: {times} more calls in the next \
             {} instructions, and none of them has returned",
            grouped(self.instructions)
        )
    }
}

impl EndlessLoop {
    fn text(&self, names: &DebugSymbols) -> Vec<String> {
        let (head, back) = (names.line_text(self.head), names.line_text(self.back));
        let place = if head == back { head } else { format!("{head} to {back}") };
        let (turns, instructions) = (grouped(self.turns), grouped(self.instructions));
        let mut lines = vec![if self.has_faulted {
            format!("the loop of {place} ran {turns} times in the last {instructions} instructions")
        } else {
            format!("the loop of {place} ran another {turns} times in {instructions} instructions")
        }];
        lines.push(self.changes());
        if self.exits.is_empty() {
            lines.push("no branch in it leads out".to_owned());
        }
        let further = self.exits.iter().skip(1).take(SHOWN_MAX);
        lines.extend(further.map(|way| {
            let line = names.line_text(way.pc);
            format!("it could end in {line} too{}", way.text(self, names))
        }));
        for &(pc, reg) in self.idle.iter().take(SHOWN_MAX) {
            let line = names.line_text(pc);
            lines.push(format!("{line} writes `{reg}`, which nothing in the loop reads"));
        }
        lines
    }

    fn changes(&self) -> String {
        let each = |&(reg, step): &(Reg, Option<i32>)| match step {
            Some(step) => format!("`{reg}` by {step}"),
            None => format!("`{reg}`"),
        };
        let parts: Vec<String> = self.changing.iter().take(SHOWN_MAX).map(each).collect();
        match &parts[..] {
            [] => "no register changes from one time to the next".to_owned(),
            _ => format!("from one time to the next these change: {}", parts.join(", ")),
        }
    }

    /// Advice, where there is any.
    pub(crate) fn help(&self, names: &DebugSymbols) -> Option<String> {
        let op = |pc: u32| names.program.code_at(pc).map(|code| code.instruction.op);
        let Some(way) = self.exits.first() else {
            if let Some(help) = self.returns_again(names) {
                return Some(help);
            }
            let is_handler = op(self.back) == Some(Op::Eret) && !moves_on(names);
            return is_handler.then(|| {
                "`eret` goes back to the instruction that has faulted, and it faults again: add 4 \
                 to EPC in the handler (`mfc0 $k0, $14`, `addiu $k0, $k0, 4`, `mtc0 $k0, $14`)"
                    .to_owned()
            });
        };
        if let Some(help) = way.never_equal(names) {
            return Some(help);
        }
        if let Some((reg, label)) = self.address_for_value(way, names) {
            return Some(format!(
                "`{reg}` holds the address of `{label}`, not what is stored there: load that with \
                 `lw {reg}, {label}`"
            ));
        }
        if let Some(help) = Self::lost_to_call(way, names) {
            return Some(help);
        }
        if let Some(help) = self.skipped(names).or_else(|| self.moves_away(way, names)) {
            return Some(help);
        }
        if let Some(help) = self.passed(way, names) {
            return Some(help);
        }
        let (reg, value, other) = self.compared(way, names)?;
        let step = self.changing.iter().find(|&&(changing, _)| changing == reg)?.1?;
        // In 64 bits: the distance of two words may not fit one.
        let left = i64::from(other) - i64::from(value);
        let is_missed = left % i64::from(step) != 0 || (left > 0) != (step > 0);
        let bound = value_text(other.cast_unsigned(), names);
        let by_size = if step > 0 { "`blt`" } else { "`bgt`" };
        is_missed.then(|| {
            if left % i64::from(step) != 0 {
                return format!(
                    "`{reg}` changes by {step} each time and steps over {bound}: change the \
                     step, or compare by size ({by_size})"
                );
            }
            format!(
                "`{reg}` changes by {step} each time and moves away from {bound}: look at the \
                 sign of that step and at where `{reg}` begins"
            )
        })
    }

    /// Advice on code that returns although nothing has called it, so that it comes back to the
    /// end of an old call.
    fn returns_again(&self, names: &DebugSymbols) -> Option<String> {
        let code = |pc: u32| names.program.code_at(pc).map(|code| &code.instruction);
        let is_return = code(self.back)
            .is_some_and(|one| one.op == Op::Jr && one.operands[0] == i32::from(Reg::RA.number()));
        let call = self.head.wrapping_sub(4);
        let is_call = code(call).is_some_and(|one| matches!(one.op, Op::Jal | Op::JalrRa));
        let text = CodeText::new(&names.program);
        // Whoever made the call has lost its way back; the return may stand in the text of another.
        let own = text.procedure(call);
        // The code that a program begins with has nowhere to return to, unless it is called too.
        let is_start = own == names.program.image.entry && !text.is_called(own);
        let (back, call) = (names.line_text(self.back), names.line_text(call));
        (is_return && is_call).then(|| {
            let help = if is_start {
                "end the program with `li $v0, 10` and `syscall` instead".to_owned()
            } else {
                let name = names.code_name(own);
                format!("save `$ra` on the stack when {name} begins, and load it before `jr $ra`")
            };
            format!(
                "`$ra` is still from the call in {call}, so `jr $ra` in {back} comes back there \
                 each time: {help}"
            )
        })
    }

    /// Advice on a branch that goes back to the start of the loop past the line that would change
    /// what another branch waits for.
    fn skipped(&self, names: &DebugSymbols) -> Option<String> {
        let early = self.exits.iter().find(|way| way.pc == self.back)?;
        let waiting = self.exits.iter().filter(|way| way.pc != self.back);
        let stays = waiting.flat_map(|way| &way.registers).filter(|one| one.writers.is_empty());
        for reg in stays.map(|one| one.reg) {
            let Some(update) = self.update_behind(early.pc, reg, names) else { continue };
            let (line, back) = (names.line_text(update), names.line_text(early.pc));
            return Some(format!(
                "{line} would change `{reg}`, but {back} goes back to the start of the loop before \
                 it: change `{reg}` on that way too"
            ));
        }
        None
    }

    /// The instruction that changes a register in the straight line from a branch to a jump back to
    /// the start of the loop.
    fn update_behind(&self, branch: u32, reg: Reg, names: &DebugSymbols) -> Option<u32> {
        let text = CodeText::new(&names.program);
        let number = i32::from(reg.number());
        let mut update = None;
        for pc in (branch.wrapping_add(4)..).step_by(4).take(REACH_INSTRUCTIONS) {
            let one = &names.program.code_at(pc)?.instruction;
            let is_step = matches!(one.op, Op::Addi | Op::Addiu | Op::Add | Op::Addu)
                && one.operands[..2] == [number, number];
            update = update.or(is_step.then_some(pc));
            let decoded = text.get(pc)?;
            if update.is_some() && successors(decoded, pc).any(|next| next == self.head) {
                return update;
            }
            if one.op.is_jump() {
                return None;
            }
        }
        None
    }

    /// Advice on a comparison by size of which one side changes, away from the other.
    fn moves_away(&self, way: &LoopExit, names: &DebugSymbols) -> Option<String> {
        let branch = names.program.code_at(way.pc)?;
        // `blt` and its like are a comparison and a branch, which can be typed apart too.
        let test = names.program.code_at(way.pc.wrapping_sub(4))?;
        let is_read = branch.instruction.operands[..2].contains(&test.instruction.operands[0]);
        if !is_read || test.instruction.op != Op::Slt {
            return None;
        }
        let known = |number: i32| {
            let reg = Reg::at_index(number as u8);
            way.registers.iter().find(|one| one.reg == reg)
        };
        let [_, left, right] = test.instruction.operands;
        let (left, right) = (known(left)?, known(right)?);
        let step = |one: &DecidingRegister| {
            self.changing.iter().find(|&&(reg, _)| reg == one.reg).and_then(|&(_, step)| step)
        };
        let is_less = left.value.cast_signed() < right.value.cast_signed();
        let (moving, step, other) = match (step(left), step(right)) {
            (Some(step), None) => (left, step, right),
            (None, Some(step)) => (right, step, left),
            _ => return None,
        };
        // The smaller side gets smaller, or the larger one larger.
        let is_smaller = (moving.reg == left.reg) == is_less;
        if self.is_changing(other.reg) || (step < 0) != is_smaller {
            return None;
        }
        let (reg, bound, stays) = (moving.reg, other.reg, value_text(other.value, names));
        Some(format!(
            "`{reg}` changes by {step} each time and moves away from `{bound}`, which stays \
             {stays}: is it `{bound}` that should change?"
        ))
    }

    /// A register that the branch compares and a procedure changes which the loop calls.
    fn lost_to_call(way: &LoopExit, names: &DebugSymbols) -> Option<String> {
        let lost = way.registers.iter().find(|one| {
            // `$v0` to `$a3` are expected to change in a call.
            let is_argument = matches!(one.reg.number(), 2..=7);
            one.callee.is_some() && one.writers.len() > 1 && !is_argument
        })?;
        let (reg, pc) = (lost.reg, lost.callee?);
        let line = names.line_text(pc);
        let callee = names.code_name(CodeText::new(&names.program).procedure(pc));
        Some(format!(
            "the loop calls {callee}, which changes `{reg}` in {line}: keep the counter in one of \
             `$s0` to `$s7` that {callee} does not use, or on the stack"
        ))
    }

    /// The register that a branch compares with something that stays, whether they are equal: its
    /// value, and the other.
    fn compared(&self, way: &LoopExit, names: &DebugSymbols) -> Option<(Reg, i32, i32)> {
        let branch = &names.program.code_at(way.pc)?.instruction;
        if !matches!(branch.op, Op::Beq | Op::Bne) {
            return None;
        }
        let [one, other] = [branch.operands[0], branch.operands[1]].map(|number| {
            let reg = Reg::at_index(number as u8);
            let known = way.registers.iter().find(|deciding| deciding.reg == reg);
            let value = match reg {
                Reg::ZERO => Some(0),
                // The bound of `bne $t0, 100, loop` is in `$at`, put there by the instruction
                // before.
                Reg::AT => constant_before(way.pc, names),
                _ => known.map(|deciding| deciding.value.cast_signed()),
            };
            value.map(|value| (reg, value))
        });
        let ((one, value), (other, stays)) = (one?, other?);
        match (self.is_changing(one), self.is_changing(other)) {
            (true, false) => Some((one, value, stays)),
            (false, true) => Some((other, stays, value)),
            _ => None,
        }
    }

    /// Advice on two registers that both move, and are past each other without having been equal.
    fn passed(&self, way: &LoopExit, names: &DebugSymbols) -> Option<String> {
        let branch = &names.program.code_at(way.pc)?.instruction;
        if !matches!(branch.op, Op::Beq | Op::Bne) {
            return None;
        }
        let known = |number: i32| {
            let reg = Reg::at_index(number as u8);
            let own = way.registers.iter().find(|one| one.reg == reg)?;
            let step = self.changing.iter().find(|&&(changing, _)| changing == reg)?.1?;
            Some((reg, i64::from(own.value), i64::from(step)))
        };
        let (one, value, step) = known(branch.operands[0])?;
        let (other, bound, other_step) = known(branch.operands[1])?;
        let (distance, nearer) = (value - bound, step - other_step);
        // What has been equal once ended the loop then.
        let is_passed = nearer != 0 && distance.signum() == nearer.signum();
        let steps_over = distance % nearer.max(nearer.saturating_neg()) != 0;
        (is_passed && steps_over).then(|| {
            format!(
                "`{one}` changes by {step} and `{other}` by {other_step} each time, so that they \
                 step over each other and are never equal: compare by size (`bge` or `ble`)"
            )
        })
    }

    /// A register that holds the address of data and decides together with one that counts.
    fn address_for_value(&self, way: &LoopExit, names: &DebugSymbols) -> Option<(Reg, String)> {
        let counts =
            way.registers.iter().any(|one| self.is_changing(one.reg) && one.value < COUNTER_LIMIT);
        let label = |one: &DecidingRegister| {
            let symbol = names.symbol_before(one.value).filter(|symbol| symbol.is_data)?;
            let is_exact = symbol.address == one.value && !self.is_changing(one.reg);
            is_exact.then(|| (one.reg, symbol.name.clone()))
        };
        counts.then(|| way.registers.iter().find_map(label)).flatten()
    }

    fn is_changing(&self, reg: Reg) -> bool {
        self.changing.iter().any(|&(changing, _)| changing == reg)
    }
}

/// Whether a program writes EPC anywhere, which says where `eret` goes.
fn moves_on(names: &DebugSymbols) -> bool {
    const EPC: i32 = 14;
    let mut code = names.program.code.iter();
    code.any(|code| code.instruction.op == Op::Mtc0 && code.instruction.operands[1] == EPC)
}

/// The meaning of a register of the keyboard and display device, by its address.
fn device_register(address: u32, map: &MemoryMap) -> Option<String> {
    match map.terminal_register(address)? {
        TerminalRegister::ReceiverControl => {
            Some("whose bit 0 says whether a key is there".to_owned())
        }
        TerminalRegister::ReceiverData => {
            let control = map.terminal_address(TerminalRegister::ReceiverControl);
            Some(format!(
                "which holds the last key; bit 0 of `{control:#x}` says whether a new key has \
                 arrived"
            ))
        }
        TerminalRegister::TransmitterControl => {
            Some("whose bit 0 says whether the display is ready".to_owned())
        }
        TerminalRegister::TransmitterData => None,
    }
}

impl LoopExit {
    /// Whether nothing in the loop changes what decides about it.
    pub(super) fn is_stuck(&self) -> bool {
        let stays = |one: &DecidingRegister| one.writers.is_empty() || self.is_loaded(&one.writers);
        !self.registers.is_empty() && self.registers.iter().all(stays)
    }

    /// Advice on floats that are to become equal.
    fn never_equal(&self, names: &DebugSymbols) -> Option<String> {
        let test = self.test.as_ref()?;
        let op = names.program.code_at(test.pc)?.instruction.op;
        let (line, text) = (names.line_text(test.pc), short_text(names, test.pc));
        op.name().starts_with("c.eq").then(|| {
            format!(
                "`{text}` in {line} waits for two floats to be exactly equal, and sums of \
                 fractions such as 0.1 seldom are: compare by size (`c.le` or `c.lt`), or count \
                 with an integer"
            )
        })
    }

    /// Whether the only instruction that writes a register is a load that is told of.
    fn is_loaded(&self, writers: &[u32]) -> bool {
        writers.iter().any(|&writer| self.loads.iter().any(|&(load, ..)| load == writer))
    }

    /// The registers and loads that decide about it, to be put after its mention.
    fn text(&self, spin: &EndlessLoop, names: &DebugSymbols) -> String {
        let value = |value| value_text(value, names);
        let mut parts: Vec<String> = Vec::new();
        for DecidingRegister { reg, value: now, writers, setter, .. } in
            self.registers.iter().take(SHOWN_MAX)
        {
            let (reg, now) = (*reg, value(*now));
            let mut lines: Vec<String> = writers.iter().map(|&pc| names.line_text(pc)).collect();
            lines.dedup();
            parts.push(match setter.map(|pc| names.line_text(pc)) {
                _ if spin.is_changing(reg) => format!("`{reg}` changes, now {now}"),
                Some(line) => format!("`{reg}` stays {now} since {line}"),
                None if lines.len() > 1 => {
                    let lines = lines.join(", ");
                    format!("`{reg}` is {now} here every time, written in {lines}")
                }
                // What a load finds is told below, with the address.
                None => match lines.first().filter(|_| !self.is_loaded(writers)) {
                    Some(line) => format!("`{reg}` stays {now}, which {line} writes every time"),
                    None => format!("`{reg}` stays {now}"),
                },
            });
        }
        for &(pc, address, cell) in self.loads.iter().take(SHOWN_MAX) {
            let place = names.label(address).unwrap_or_else(|| format!("{address:#010x}"));
            let line = names.line_text(pc);
            let cell = value(cell);
            parts.push(match device_register(address, &names.program.image.map) {
                Some(register) => format!("{line} loads {cell} from `{place}`, {register}"),
                None => {
                    format!("{line} loads {cell} from `{place}`, which the loop never writes")
                }
            });
        }
        if let Some(test) = &self.test {
            let values = test.values.iter().map(|(reg, value)| format!("{reg} = {value}"));
            let values: Vec<String> = values.collect();
            parts.push(format!("`{}`: {}", short_text(names, test.pc), values.join(", ")));
        }
        if parts.is_empty() { String::new() } else { format!(": {}", parts.join("; ")) }
    }
}
