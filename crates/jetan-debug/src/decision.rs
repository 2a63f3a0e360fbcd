//! Why a run came to a line: the last branch whose other way does not lead there, with the values
//! that it compared.

use std::collections::{BTreeSet, VecDeque};

use jetan_isa::{FReg, Op, OperandSlot, Reg};
use jetan_machine::code::{CodeWord, DecodedInstruction};
use jetan_machine::number::{double_text, float_text};
use jetan_machine::observer::WrittenRegister;
use jetan_machine::{Machine, Observer};
use jetan_run::timeline::{CountingObserver, ReplayDiverged};
use jetan_run::{RunEnd, Timeline};

use crate::command::grouped;
use crate::coverage::{self, ExecutionCount, short_text};
use crate::why::WhyPart;
use jetan_sanitizer::flow::{CallEffect, flow};
use jetan_sanitizer::{CodeText, successors};
use jetan_symbols::DebugSymbols;

/// Instructions before a step that are followed for its branches.
// One `why` may ask for several decisions, so each follows only a small part of the budget.
const FOLLOWED_INSTRUCTIONS: u64 = 2_000_000;
/// The most instructions that are counted to tell whether a line was executed.
// At 3 units of work each this takes three fifths of the budget of a question.
const COUNTED_INSTRUCTIONS_MAX: u64 = 100_000_000;
/// The number of branches that are remembered.
// Branches of callees take room too: at which depth the question is asked is known only at the end.
const BRANCHES_MAX: usize = 256;
/// Instructions before a branch among which the comparison that it looks at is searched.
const TEST_REACH_INSTRUCTIONS: u32 = 8;
/// The most instructions that are visited to learn where a branch leads.
const VISITED_MAX: usize = 1 << 12;

/// A branch that decided where a run went.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BranchDecision {
    /// The step before it.
    pub count: u64,
    /// The address.
    pub pc: u32,
    /// Whether it was taken.
    pub is_taken: bool,
    /// The registers that its statement compares, with their values.
    pub compared: Vec<(Reg, u32)>,
    /// The comparison of floats whose flag it looks at, if it does and that is known.
    pub test: Option<FloatTest>,
}

/// A comparison of two floats or doubles.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FloatTest {
    /// The address of the comparison.
    pub pc: u32,
    /// The registers, each with its value as text.
    pub values: Vec<(FReg, String)>,
}

impl BranchDecision {
    /// The branch, which way it went and why, in a line.
    pub fn text(&self, names: &DebugSymbols) -> String {
        let line = names.line(self.pc).map(|line| line.place()).unwrap_or_default();
        let since = format!(" since {}: {line}", grouped(self.count + 1));
        self.words(names, &since)
    }

    /// The same without the step and the line.
    pub fn statement(&self, names: &DebugSymbols) -> String {
        self.words(names, "")
    }

    /// The branch and which way it went.
    pub(crate) fn statement_without_values(&self, names: &DebugSymbols) -> String {
        let way = if self.is_taken { "was taken" } else { "was not taken" };
        format!("`{}` {way}", short_text(names, self.pc))
    }

    /// The values that it compared; empty if none are known.
    pub(crate) fn values_text(&self) -> String {
        let whole = self.compared.iter().map(|&(reg, value)| format!("{reg} = {}", shown(value)));
        let floats = self.test.iter().flat_map(|test| &test.values);
        let floats = floats.map(|(reg, value)| format!("{reg} = {value}"));
        whole.chain(floats).collect::<Vec<String>>().join(", ")
    }

    fn words(&self, names: &DebugSymbols, since: &str) -> String {
        let test = self.test.as_ref().map(|test| format!("`{}`: ", short_text(names, test.pc)));
        let (test, values) = (test.unwrap_or_default(), self.values_text());
        let values = if values.is_empty() { String::new() } else { format!(": {test}{values}") };
        format!("{}{since}{values}", self.statement_without_values(names))
    }
}

/// The constant that the instruction before a branch has put into `$at` for it.
pub(crate) fn constant_before(branch: u32, names: &DebugSymbols) -> Option<i32> {
    let before = &names.program.code_at(branch.wrapping_sub(4))?.instruction;
    let [to, from, constant] = before.operands;
    let is_constant = matches!(before.op, Op::Addi | Op::Addiu | Op::Ori)
        && (to, from) == (i32::from(Reg::AT.number()), 0);
    is_constant.then_some(constant)
}

/// A number, and the character that it is the code of.
fn shown(value: u32) -> String {
    let number = value.cast_signed();
    match u8::try_from(value) {
        Ok(b'\n') => format!("{number} (newline)"),
        Ok(byte) if byte.is_ascii_graphic() => format!("{number} ('{}')", char::from(byte)),
        _ => number.to_string(),
    }
}

/// A branch that was executed.
#[derive(Clone, Copy)]
struct ExecutedBranch {
    count: u64,
    pc: u32,
    depth: i64,
    is_taken: bool,
}

/// Notes the last branches of a run, with the depth of calls they were executed at.
struct BranchRecorder {
    all: VecDeque<ExecutedBranch>,
    count: u64,
    // Signed, because following begins in the middle of some call.
    depth: i64,
    /// The branches whose way is not known yet, each with its target: one, or two where a branch is
    /// in the delay slot of another.
    open: VecDeque<(ExecutedBranch, u32)>,
    /// The instructions between a branch and where it leads.
    slots: u64,
}

impl BranchRecorder {
    /// The instruction at `pc` is about to be executed.
    #[inline]
    fn settle(&mut self, pc: u32) {
        while let Some(&(mut branch, target)) = self.open.front() {
            if self.count <= branch.count + self.slots {
                return;
            }
            self.open.pop_front();
            let next = branch.pc.wrapping_add(4 + 4 * self.slots as u32);
            // A branch to the next instruction counts as not taken: both of its ways are the same.
            branch.is_taken = pc == target && target != next;
            if self.all.len() == BRANCHES_MAX {
                self.all.pop_front();
            }
            self.all.push_back(branch);
        }
    }
}

impl CountingObserver for BranchRecorder {
    fn begin(&mut self, count: u64) {
        self.count = count;
    }
}

impl Observer for BranchRecorder {
    const ACTIVE: bool = true;

    #[inline]
    fn fetch(&mut self, pc: u32, word: CodeWord) {
        self.settle(pc);
        self.count += 1;
        let CodeWord::Instruction(one) = word else { return };
        match flow(one) {
            CallEffect::Call => self.depth += 1,
            CallEffect::Return => self.depth -= 1,
            CallEffect::Other if one.op.is_branch() => {
                let (count, depth) = (self.count - 1, self.depth);
                let target = pc.wrapping_add(4).wrapping_add(one.imm.cast_unsigned() << 2);
                self.open.push_back((ExecutedBranch { count, pc, depth, is_taken: false }, target));
            }
            CallEffect::Other => {}
        }
    }

    fn write(&mut self, _register: WrittenRegister, _value: u32) {}

    fn load(&mut self, _address: u32, _bytes: u32, _value: u32) {}

    fn store(&mut self, _address: u32, _bytes: u32, _value: u32) {}

    fn load_bytes(&mut self, _address: u32, _bytes: u32) {}

    fn store_bytes(&mut self, _address: u32, _bytes: &[u8]) {}

    fn has_seen_enough(&self) -> bool {
        false
    }
}

/// The branches before a step at the depth of calls that it is at, the newest last; `pc` is where
/// the run then stands.
fn branches_before(
    timeline: &mut Timeline<'_>,
    pc: u32,
    count: u64,
) -> Result<Vec<ExecutedBranch>, ReplayDiverged> {
    let from = count.saturating_sub(FOLLOWED_INSTRUCTIONS).max(timeline.start_count());
    if from >= count {
        return Ok(Vec::new());
    }
    let slots = u64::from(timeline.machine().settings().delayed_branching);
    let (all, open) = (VecDeque::new(), VecDeque::new());
    let branches = BranchRecorder { all, count: from, depth: 0, open, slots };
    let mut branches = timeline.observe(from, count, branches)?;
    // The last branch is settled only by the instruction that is asked about.
    branches.settle(pc);
    let depth = branches.depth;
    Ok(branches.all.into_iter().filter(|branch| branch.depth == depth).collect())
}

/// The branch that decided that the instruction at `pc` was executed at a step; none if nothing
/// in the last instructions of its procedure did.
pub fn decision(
    timeline: &mut Timeline<'_>,
    pc: u32,
    count: u64,
    names: &DebugSymbols,
) -> Result<Option<BranchDecision>, ReplayDiverged> {
    let has_slots = timeline.machine().settings().delayed_branching;
    let text = CodeText::new(&names.program);
    let all = branches_before(timeline, pc, count)?;
    let mut own = all.iter().rev();
    let found = own.find(|branch| !other_way_leads_to(&text, branch, pc, has_slots)).copied();
    found.map(|branch| described(timeline, branch, names)).transpose()
}

/// The last branch before a step from which the procedure could have returned without coming to
/// the instruction at `pc`.
pub(crate) fn way_out(
    timeline: &mut Timeline<'_>,
    pc: u32,
    count: u64,
    names: &DebugSymbols,
) -> Result<Option<BranchDecision>, ReplayDiverged> {
    let has_slots = timeline.machine().settings().delayed_branching;
    let text = CodeText::new(&names.program);
    for branch in branches_before(timeline, pc, count)?.into_iter().rev() {
        if other_way_leads_to(&text, &branch, pc, has_slots) {
            continue;
        }
        let found = described(timeline, branch, names)?;
        if is_decisive(names, &found, pc) {
            return Ok(Some(found));
        }
    }
    Ok(None)
}

/// The branch to the statement of the instruction at `pc` that was the last one before it at a
/// step, if the statement is executed whichever way the branch goes.
pub(crate) fn either_way(
    timeline: &mut Timeline<'_>,
    pc: u32,
    count: u64,
    names: &DebugSymbols,
) -> Result<Option<BranchDecision>, ReplayDiverged> {
    // An instruction in a delay slot leads on to where its branch does.
    if timeline.machine().settings().delayed_branching {
        return Ok(None);
    }
    let text = CodeText::new(&names.program);
    let Some(own) = names.program.code_at(pc).map(|code| code.statement) else { return Ok(None) };
    let first = names.program.code.iter().find(|code| code.statement == own);
    let start = first.map_or(pc, |code| code.address);
    let last = branches_before(timeline, pc, count)?.pop();
    let idle = last.filter(|branch| {
        let target = text
            .get(branch.pc)
            .map(|one| branch.pc.wrapping_add(4).wrapping_add(one.imm.cast_unsigned() << 2));
        // Back to the beginning of a loop is another matter.
        let is_forward = target == Some(start) && start > branch.pc;
        is_forward && runs_on(&text, branch, start)
    });
    idle.map(|branch| described(timeline, branch, names)).transpose()
}

/// Whether the lines from a branch to its target lead there without any jump.
fn runs_on(text: &CodeText, branch: &ExecutedBranch, target: u32) -> bool {
    (branch.pc.wrapping_add(4)..target).step_by(4).all(|pc| {
        let Some(one) = text.get(pc) else { return false };
        let leaves = (one.op.is_branch() || one.op.is_jump()) && flow(one) != CallEffect::Call;
        // A service, or what is called, may end the program, unless it is known not to have.
        let may_end = one.op == Op::Syscall || flow(one) == CallEffect::Call;
        !(leaves || may_end && branch.is_taken)
    })
}

/// A branch with what it compared.
fn described(
    timeline: &mut Timeline<'_>,
    branch: ExecutedBranch,
    names: &DebugSymbols,
) -> Result<BranchDecision, ReplayDiverged> {
    let text = CodeText::new(&names.program);
    let machine = timeline.machine_arriving_at(branch.count)?;
    let registers = compared(names, branch.pc);
    let compared = registers.into_iter().map(|reg| (reg, machine.registers.get(reg))).collect();
    let test = float_test(&|pc| text.get(pc), branch.pc, &machine);
    let ExecutedBranch { count, pc, is_taken, .. } = branch;
    Ok(BranchDecision { count, pc, is_taken, compared, test })
}

/// Whether a branch that has led on kept a run from coming to an instruction once more.
pub(crate) fn has_ended_loop(names: &DebugSymbols, decision: &BranchDecision, pc: u32) -> bool {
    let text = CodeText::new(&names.program);
    let BranchDecision { count, pc: own, is_taken, .. } = *decision;
    let branch = ExecutedBranch { count, pc: own, depth: 0, is_taken };
    other_way_leads_to(&text, &branch, pc, false)
}

/// The other instructions of a procedure between two of its instructions that write the register
/// which the first one writes.
pub(crate) fn other_writers(
    names: &DebugSymbols,
    register: WrittenRegister,
    first: u32,
    last: u32,
) -> Vec<u32> {
    let text = CodeText::new(&names.program);
    let entry = text.procedure(first);
    if text.procedure(last) != entry {
        return Vec::new();
    }
    let own = names.program.code_at(first).map(|code| code.statement);
    let is_other = |pc: u32| names.program.code_at(pc).map(|code| code.statement) != own;
    let body = text.body(entry).skip_while(|&(pc, _)| pc <= first);
    let between = body.take_while(|&(pc, _)| pc < last);
    between.filter(|&(pc, one)| is_other(pc) && writes(one, register)).map(|(pc, _)| pc).collect()
}

fn writes(one: DecodedInstruction, register: WrittenRegister) -> bool {
    let spec = one.op.spec();
    let all = [one.a, one.b, one.c];
    (0..spec.operand_count as usize).filter(|&idx| spec.roles.operands[idx].writes()).any(|idx| {
        match (spec.fields[idx].kind, register) {
            (OperandSlot::Reg, WrittenRegister::Cpu(reg)) => all[idx].reg() == Some(reg),
            (OperandSlot::FReg, WrittenRegister::Float(reg)) => all[idx] as u8 == reg.number(),
            _ => false,
        }
    })
}

/// The comparison that set the flag of a branch, with what it compared; none if another instruction
/// between them may have changed that.
pub(crate) fn float_test(
    text: &dyn Fn(u32) -> Option<DecodedInstruction>,
    branch: u32,
    machine: &Machine,
) -> Option<FloatTest> {
    let own = text(branch)?;
    if !matches!(own.op, Op::Bc1t | Op::Bc1tFlag | Op::Bc1f | Op::Bc1fFlag) {
        return None;
    }
    for back in 1..=TEST_REACH_INSTRUCTIONS {
        let pc = branch.checked_sub(4 * back)?;
        let one = text(pc)?;
        let spec = one.op.spec();
        if !spec.name.starts_with("c.") {
            let writes_float = (0..spec.operand_count as usize).any(|idx| {
                spec.fields[idx].kind == OperandSlot::FReg && spec.roles.operands[idx].writes()
            });
            if writes_float || one.op.is_branch() || one.op.is_jump() {
                return None;
            }
            continue;
        }
        let is_double = spec.name.strip_suffix(".d").is_some();
        let operands = [one.a, one.b, one.c].into_iter().zip(spec.fields);
        let floats = operands.take(spec.operand_count as usize).filter_map(|(reg, field)| {
            let number = reg as u8;
            let reg = FReg::new(number).filter(|_| field.kind == OperandSlot::FReg)?;
            let value = if is_double {
                double_text(f64::from_bits(machine.fpu.double_bits(number)))
            } else {
                float_text(f32::from_bits(machine.fpu.bits(number)))
            };
            Some((reg, value))
        });
        return Some(FloatTest { pc, values: floats.collect() });
    }
    None
}

/// Whether an instruction can be reached from the way that a branch did not go, without coming to
/// the branch again.
fn other_way_leads_to(text: &CodeText, branch: &ExecutedBranch, pc: u32, has_slots: bool) -> bool {
    let Some(one) = text.get(branch.pc) else { return true };
    // A delay slot is executed whichever way its branch goes.
    let is_slot = |at: u32, one: DecodedInstruction| {
        has_slots && (one.op.is_branch() || one.op.is_jump()) && at.wrapping_add(4) == pc
    };
    if is_slot(branch.pc, one) {
        return true;
    }
    let next = branch.pc.wrapping_add(4);
    let target = next.wrapping_add(one.imm.cast_unsigned() << 2);
    let mut open = vec![if branch.is_taken { next } else { target }];
    let mut seen = vec![branch.pc];
    while let Some(at) = open.pop() {
        // Too much code to be sure: such a branch is not said to have decided.
        if at == pc || seen.len() > VISITED_MAX {
            return true;
        }
        // Linear, which is cheap enough for a few thousand instructions at most.
        if seen.contains(&at) {
            continue;
        }
        seen.push(at);
        if let Some(one) = text.get(at) {
            if is_slot(at, one) {
                return true;
            }
            open.extend(successors(one, at));
        }
    }
    false
}

/// Whether a run that goes the other way of a branch can end, or return, without coming to an
/// instruction: then the branch decided about it, and not only about when. A branch back to the
/// beginning of a loop does not count.
pub fn is_decisive(names: &DebugSymbols, decision: &BranchDecision, pc: u32) -> bool {
    let text = CodeText::new(&names.program);
    let Some(one) = text.get(decision.pc) else { return false };
    let next = decision.pc.wrapping_add(4);
    let target = next.wrapping_add(one.imm.cast_unsigned() << 2);
    // That a loop went on is true of every line in it, and seldom what is asked.
    if decision.is_taken && target <= decision.pc {
        return false;
    }
    let mut open = vec![if decision.is_taken { next } else { target }];
    let mut seen = BTreeSet::new();
    while let Some(at) = open.pop() {
        if at == pc || !seen.insert(at) {
            continue;
        }
        if seen.len() > VISITED_MAX {
            return false;
        }
        let Some(one) = text.get(at) else { return true };
        if one.op == Op::Jr {
            return true;
        }
        open.extend(successors(one, at));
    }
    false
}

/// The registers that the statement of a branch compares.
fn compared(names: &DebugSymbols, pc: u32) -> Vec<Reg> {
    let Some(own) = names.program.code_at(pc).map(|code| code.statement) else { return Vec::new() };
    // The whole statement, because `blt` compares in a `slt` before its branch.
    let code = names.program.code.iter().filter(|code| code.statement == own);
    let mut registers = Vec::new();
    for one in code.map(|code| DecodedInstruction::new(&code.instruction)) {
        let (spec, roles) = (one.op.spec(), one.op.roles());
        for (idx, reg) in [one.a, one.b, one.c].into_iter().enumerate() {
            let is_read = idx < spec.operand_count as usize
                && roles.operands[idx].reads()
                && spec.fields[idx].kind == OperandSlot::Reg;
            // `$at` and `$zero` were not typed; `$at` holds the result of the comparison.
            let reg = reg.reg().filter(|&reg| is_read && reg != Reg::AT && reg != Reg::ZERO);
            registers.extend(reg.filter(|reg| !registers.contains(reg)));
        }
    }
    registers
}

/// Counts what was executed.
struct ExecutionCounter {
    base: u32,
    counts: Vec<ExecutionCount>,
    last: u32,
    /// Bytes from a branch to the last instruction before the run goes where the branch leads.
    slot: u32,
}

impl CountingObserver for ExecutionCounter {
    fn begin(&mut self, _count: u64) {}
}

impl Observer for ExecutionCounter {
    const ACTIVE: bool = true;

    #[inline]
    fn fetch(&mut self, pc: u32, _word: CodeWord) {
        let index = |pc: u32| (pc.wrapping_sub(self.base) / 4) as usize;
        let (here, last) = (index(pc), index(self.last.wrapping_sub(self.slot)));
        if pc != self.last.wrapping_add(4)
            && let Some(count) = self.counts.get_mut(last)
        {
            count.1 += 1;
        }
        if let Some(count) = self.counts.get_mut(here) {
            count.0 += 1;
        }
        self.last = pc;
    }

    fn write(&mut self, _register: WrittenRegister, _value: u32) {}

    fn load(&mut self, _address: u32, _bytes: u32, _value: u32) {}

    fn store(&mut self, _address: u32, _bytes: u32, _value: u32) {}

    fn load_bytes(&mut self, _address: u32, _bytes: u32) {}

    fn store_bytes(&mut self, _address: u32, _bytes: &[u8]) {}

    fn has_seen_enough(&self) -> bool {
        false
    }
}

/// Why the instruction at `pc` was never executed until a step, or how often it was.
pub fn why_not(
    timeline: &mut Timeline<'_>,
    pc: u32,
    count: u64,
    names: &DebugSymbols,
) -> Result<WhyPart, ReplayDiverged> {
    let start = timeline.start_count();
    let from = count.saturating_sub(COUNTED_INSTRUCTIONS_MAX).max(start);
    let text = timeline.machine().text();
    let counts = vec![(0, 0); text.len()];
    // `last` lies outside of the text, so that the first instruction books no departure.
    let has_slots = timeline.machine().settings().delayed_branching;
    let slot = if has_slots { 4 } else { 0 };
    let executed = ExecutionCounter { base: text.base(), counts, last: u32::MAX - 4, slot };
    let executed = if from < count { timeline.observe(from, count, executed)? } else { executed };
    // An instruction that fails is not counted as executed, but it is where the program ended.
    let failed = match timeline.ending() {
        Some(RunEnd::Faulted { pc, .. }) if count == timeline.end_count() => Some(pc),
        _ => None,
    };
    let done = |pc: u32| {
        let idx = (pc.wrapping_sub(executed.base) / 4) as usize;
        executed.counts.get(idx).copied().unwrap_or_default()
    };
    let counted = |pc: u32| {
        let (times, taken) = done(pc);
        (times + u64::from(failed == Some(pc)), taken)
    };
    let (times, _) = done(pc);
    if times > 0 {
        return Ok(WhyPart::Times { pc, times });
    }
    let within = (from != start).then_some(COUNTED_INSTRUCTIONS_MAX);
    // The line itself may lie in the middle of what was not reached.
    let mut first = pc;
    while let Some(before) = names.program.code_at(first.wrapping_sub(4)) {
        // What follows a jump is reached by its own labels only.
        let is_jump = matches!(before.instruction.op, Op::J | Op::Jr);
        if counted(before.address).0 > 0 || is_jump {
            break;
        }
        first = before.address;
    }
    let obstacles = coverage::obstacles(first, names, &counted, has_slots);
    Ok(WhyPart::Never { pc, within, obstacles })
}
