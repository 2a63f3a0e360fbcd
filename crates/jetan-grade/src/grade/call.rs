//! A call of a procedure by the calling convention.

use jetan_isa::Reg;
use jetan_machine::Machine;
use jetan_machine::registers::CpuRegisters;

use super::compare::differs;
use super::io::other_files;
use super::starved;
use crate::program::ProgramUnderTest;
use crate::rubric::CallCase;
use crate::rubric::block::MemoryBlock;
use crate::rubric::value::{BlockAddress, CallValue, RegisterTarget, is_close};
use crate::runner::{self, CallResult, ProgramRunner};
use crate::sandbox::ProgramInput;
use crate::verdict::{CaseFailure, FailureKind, Verdict, mishap};

/// Bytes between two blocks, so that writing past the end of one is noticed.
const BLOCK_GAP_BYTES: u32 = 64;

/// Makes the calls of a case, one after the other, and compares after each.
pub(super) async fn judge(call: &CallCase, seed: i64, runner: &mut ProgramRunner<'_>) -> Verdict {
    let subject = runner.subject;
    let mut state = CallState::new(subject);
    let calls = std::iter::once(call).chain(&call.then);
    let mut instructions = 0;
    for (number, step) in calls.enumerate() {
        match state.call(step, seed, runner).await {
            Ok(count) => instructions += count,
            Err(failure) if call.then.is_empty() => return (*failure).into(),
            Err(failure) => {
                let (number, all) = (number + 1, call.then.len() + 1);
                let place = format!("call {number} of {all}, {}", step.procedure);
                let summary = format!("{place}: {}", failure.summary);
                return CaseFailure { summary, ..*failure }.into();
            }
        }
    }
    Verdict::passed(instructions)
}

/// The state that a call leaves to the next one.
struct CallState {
    machine: Box<Machine>,
    /// `$sp` before the first call.
    sp: u32,
    /// Blocks are placed below this address, so that those of earlier calls stay.
    limit: u32,
    /// The registers after each call.
    results: Vec<CpuRegisters>,
    /// The files after the last call.
    files: Vec<(String, Vec<u8>)>,
}

impl CallState {
    fn new(subject: &ProgramUnderTest) -> CallState {
        let machine = Box::new(subject.machine());
        // At the end of the data segment, where the program's own data and heap do not come.
        let (limit, sp) = (machine.map().data_limit, machine.registers.get(Reg::SP));
        CallState { machine, sp, limit, results: Vec::new(), files: Vec::new() }
    }

    /// Makes a call; the instructions it took, or what is wrong.
    async fn call(
        &mut self,
        call: &CallCase,
        seed: i64,
        runner: &mut ProgramRunner<'_>,
    ) -> Result<u64, Box<CaseFailure>> {
        let subject = runner.subject;
        let impossible = |summary: String| CaseFailure::new(FailureKind::Wrong, summary, 0);
        if subject.symbol(&call.procedure).is_none() {
            let summary = format!("the program has no procedure `{}`", call.procedure);
            return Err(Box::new(impossible(summary)));
        }
        let prepared = PreparedCall::new(call, seed, self, subject).map_err(impossible)?;
        let heap = self.machine.heap_end();
        let Some(called) = runner.call_on(self.machine.clone(), &prepared.call).await else {
            return Err(Box::new(impossible("the procedure cannot be called".to_owned())));
        };
        let count = called.run.instructions;
        // In the order of what explains most: a crash, then a wrong result, the convention last.
        let failure = mishap(&called.run, subject)
            .map(|failure| advised(failure, &called))
            .or_else(|| starved(&called.run))
            .or_else(|| not_returned(&called))
            .or_else(|| self.wrong_registers(call, &called, subject, heap))
            .or_else(|| prepared.wrong_memory(call, &called))
            .or_else(|| differs(call.output.as_ref()?, &called.run.output, count))
            .or_else(|| other_files(&call.expected_files, &called.run))
            .or_else(|| other_allocation(call.allocates?, heap, &called))
            .or_else(|| broken(&called).filter(|_| call.keeps_convention));
        if let Some(failure) = failure {
            return Err(Box::new(failure));
        }
        // All calls of a case together have what one may take.
        runner.limits.instructions = runner.limits.instructions.saturating_sub(count);
        self.results.push(called.run.machine.registers.clone());
        let files = called.run.files.into_iter();
        let named = |(name, bytes): (Vec<u8>, Vec<u8>)| {
            String::from_utf8(name).ok().map(|name| (name, bytes))
        };
        self.files = files.filter_map(named).collect();
        self.machine = called.run.machine;
        self.machine.registers.set(Reg::SP, self.sp);
        Ok(count)
    }

    /// The input of a call, and the files it can open.
    fn feed(&self, call: &CallCase, seed: i64) -> ProgramInput {
        ProgramInput {
            console: call.input.clone(),
            seed: Some(seed),
            // Files of the call replace those of the same name that earlier calls wrote.
            files: self.files.iter().chain(&call.files).cloned().collect(),
            ..ProgramInput::default()
        }
    }

    /// A register as an earlier call left it.
    fn result(&self, reg: Reg, of: Option<usize>) -> Option<u32> {
        let registers = match of {
            Some(call) => self.results.get(call),
            None => self.results.last(),
        };
        registers.map(|registers| registers.get(reg))
    }

    fn wrong_registers(
        &self,
        call: &CallCase,
        called: &CallResult,
        subject: &ProgramUnderTest,
        heap: u32,
    ) -> Option<CaseFailure> {
        let machine = &called.run.machine;
        let look = RegisterCheck { machine, count: called.run.instructions, heap };
        call.expected.iter().find_map(|&(target, ref value)| {
            let held = match target {
                RegisterTarget::Integer(reg) => machine.registers.get(reg),
                // As the callee found it: what it does with its arguments is its own affair.
                RegisterTarget::Stack(offset) => {
                    machine.memory.peek_word(machine.registers.get(Reg::SP).wrapping_add(offset))
                }
                RegisterTarget::Float(reg) => {
                    return look.float(target, reg.number(), value, call.tolerance);
                }
            };
            match value {
                CallValue::Block(_) => None,
                CallValue::Word(word) => look.word(target, held, *word),
                CallValue::Result(reg, of) => look.word(target, held, self.result(*reg, *of)?),
                CallValue::Symbol(name) => {
                    // A label that the program lacks equals no address, and fails the case here.
                    let wanted = format!("the address of {name}");
                    (subject.symbol(name) != Some(held))
                        .then(|| look.fail(target, wanted, format!("{held:#010x}")))
                }
                CallValue::PointsTo(block) => look.block(target, held, block, call.tolerance),
                CallValue::Allocated(block) => look
                    .not_allocated(target, held, block)
                    .or_else(|| look.block(target, held, block, call.tolerance)),
                CallValue::Single(_) | CallValue::Double(_) => Some(look.other_kind(target)),
            }
        })
    }
}

/// The comparison of registers after a call.
struct RegisterCheck<'m> {
    machine: &'m Machine,
    count: u64,
    /// The end of the heap before the call.
    heap: u32,
}

impl RegisterCheck<'_> {
    fn fail(&self, target: RegisterTarget, expected: String, actual: String) -> CaseFailure {
        let summary = format!("{target} is not what it should be");
        CaseFailure::new(FailureKind::Wrong, summary, self.count).comparing(expected, actual)
    }

    fn other_kind(&self, target: RegisterTarget) -> CaseFailure {
        self.fail(target, "a value of the other kind".to_owned(), String::new())
    }

    fn word(&self, target: RegisterTarget, held: u32, wanted: u32) -> Option<CaseFailure> {
        let shown = |word: u32| (word as i32).to_string();
        (held != wanted).then(|| self.fail(target, shown(wanted), shown(held)))
    }

    fn float(
        &self,
        target: RegisterTarget,
        number: u8,
        value: &CallValue,
        tolerance: f64,
    ) -> Option<CaseFailure> {
        match value {
            CallValue::Single(wanted) => {
                let actual = f32::from_bits(self.machine.fpu.bits(number));
                (!is_close(f64::from(*wanted), f64::from(actual), tolerance))
                    .then(|| self.fail(target, wanted.to_string(), actual.to_string()))
            }
            CallValue::Double(wanted) => {
                // A double lies in an even pair; the rubric may name either half.
                let actual = f64::from_bits(self.machine.fpu.double_bits(number & !1));
                (!is_close(*wanted, actual, tolerance))
                    .then(|| self.fail(target, wanted.to_string(), actual.to_string()))
            }
            CallValue::Block(_) => None,
            _ => Some(self.other_kind(target)),
        }
    }

    /// The difference of a block that a register points to after the call.
    fn block(
        &self,
        target: RegisterTarget,
        at: u32,
        block: &MemoryBlock,
        tolerance: f64,
    ) -> Option<CaseFailure> {
        let memory = |at: u32| self.machine.memory.peek(at);
        if at != 0 && block.agrees(at, &memory, tolerance) {
            return None;
        }
        let actual = if at == 0 { "0".to_owned() } else { block.show_at(at, &memory) };
        let summary = format!("{target} does not point to what it should");
        let failure = CaseFailure::new(FailureKind::Wrong, summary, self.count);
        Some(failure.comparing(block.show(), actual))
    }

    /// Whether a block is not in the memory that this call has taken from the heap.
    fn not_allocated(
        &self,
        target: RegisterTarget,
        at: u32,
        block: &MemoryBlock,
    ) -> Option<CaseFailure> {
        let (from, to) = (self.heap, self.machine.heap_end());
        let end = u64::from(at) + block.bytes.len() as u64;
        if at >= from && end <= u64::from(to) {
            return None;
        }
        let taken = to.saturating_sub(from);
        let summary = format!("{target} does not point to memory that the call took from the heap");
        let needed = format!("{} bytes by service 9 (sbrk)", block.bytes.len());
        let found = format!("{at:#010x}; the call took {taken} bytes");
        let failure = CaseFailure::new(FailureKind::Wrong, summary, self.count);
        Some(failure.comparing(needed, found))
    }
}

/// The difference in how much a call has taken from the heap.
fn other_allocation(wanted: u32, heap: u32, called: &CallResult) -> Option<CaseFailure> {
    let taken = called.run.machine.heap_end().wrapping_sub(heap);
    (taken != wanted).then(|| {
        let summary = "the procedure does not take from the heap what it should";
        let failure = CaseFailure::new(FailureKind::Wrong, summary, called.run.instructions);
        failure.comparing(format!("{wanted} bytes"), format!("{taken} bytes"))
    })
}

fn not_returned(called: &CallResult) -> Option<CaseFailure> {
    (!called.has_returned).then(|| {
        let summary = "the procedure does not return to its caller";
        advised(CaseFailure::new(FailureKind::Ending, summary, called.run.instructions), called)
    })
}

/// A failure to come back, with what to look at first.
fn advised(failure: CaseFailure, called: &CallResult) -> CaseFailure {
    if called.has_lost_ra && failure.help.is_none() {
        failure.advising("was `$ra` saved before the last `jal`, and given back?")
    } else {
        failure
    }
}

fn broken(called: &CallResult) -> Option<CaseFailure> {
    let count = called.run.instructions;
    if let Some(broken) = called.broken.first() {
        let summary = format!("the procedure does not give {} back as it got it", broken.reg);
        let failure = CaseFailure::new(FailureKind::Convention, summary, count);
        let hex = |word: u32| format!("{word:#010x}");
        return Some(failure.comparing(hex(broken.before), hex(broken.after)));
    }
    let overwritten = called.overwritten?;
    let summary = format!(
        "the procedure writes to the stack of its caller, {} bytes above `$sp`",
        overwritten.offset
    );
    Some(CaseFailure::new(FailureKind::Convention, summary, count))
}

/// Bytes of a block, of what it points to, and of the gaps after them.
fn room(block: &MemoryBlock) -> u32 {
    let own = (block.bytes.len() as u32 + BLOCK_GAP_BYTES).next_multiple_of(8);
    own + block.pointers().map(|(_, inner)| room(inner)).sum::<u32>()
}

/// Puts a block at an address, and behind it what it points to.
fn place(block: &MemoryBlock, at: u32, memory: &mut Vec<(u32, Vec<u8>)>) {
    let mut bytes = block.bytes.clone();
    let mut next = at.wrapping_add(room(&MemoryBlock { parts: Vec::new(), ..block.clone() }));
    for (offset, inner) in block.pointers() {
        if let Some(word) = bytes.get_mut(offset..offset + 4) {
            word.copy_from_slice(&next.to_le_bytes());
        }
        place(inner, next, memory);
        next = next.wrapping_add(room(inner));
    }
    memory.push((at, bytes));
}

/// A call with its blocks in place.
struct PreparedCall {
    call: runner::ProcedureCall,
    /// The addresses of the blocks of registers.
    blocks: Vec<(RegisterTarget, u32, MemoryBlock)>,
    /// The addresses of the labels of expected memory.
    expected: Vec<(BlockAddress, u32, MemoryBlock)>,
}

impl PreparedCall {
    fn new(
        call: &CallCase,
        seed: i64,
        state: &mut CallState,
        subject: &ProgramUnderTest,
    ) -> Result<PreparedCall, String> {
        let locate = |address: &BlockAddress| match address {
            BlockAddress::Number(number) => Ok(*number),
            BlockAddress::Label(name) => {
                subject.symbol(name).ok_or_else(|| format!("the program has no label `{name}`"))
            }
        };
        let feed = state.feed(call, seed);
        let procedure = call.procedure.clone();
        let mut raw = runner::ProcedureCall { procedure, feed, ..Default::default() };
        let mut take = |block: &MemoryBlock, memory: &mut Vec<(u32, Vec<u8>)>| {
            // Aligned for doubles, the largest that a block may hold.
            state.limit = state.limit.wrapping_sub(room(block)) & !7;
            place(block, state.limit, memory);
            state.limit
        };
        let mut blocks = Vec::new();
        let mut words = Vec::new();
        for (target, value) in &call.registers {
            let word = match value {
                CallValue::Word(word) => u64::from(*word),
                CallValue::Single(number) => u64::from(number.to_bits()),
                CallValue::Double(number) => number.to_bits(),
                CallValue::Symbol(name) => locate(&BlockAddress::Label(name.clone()))?.into(),
                CallValue::Result(..) => 0,
                CallValue::Block(block)
                | CallValue::PointsTo(block)
                | CallValue::Allocated(block) => {
                    let start = take(block, &mut raw.memory);
                    blocks.push((*target, start, block.clone()));
                    start.into()
                }
            };
            words.push((*target, value, word));
        }
        for (address, block) in &call.memory {
            let at = locate(address)?;
            let mut bytes = block.bytes.clone();
            for (offset, inner) in block.pointers() {
                let inner = take(inner, &mut raw.memory).to_le_bytes();
                bytes.splice(offset..offset + inner.len(), inner);
            }
            raw.memory.push((at, bytes));
        }
        for (target, value, word) in words {
            let word = match value {
                CallValue::Result(reg, of) => {
                    state.result(*reg, *of).ok_or("there is no earlier call")?.into()
                }
                _ => word,
            };
            set(state, &mut raw, target, value, word);
        }
        let find = |(address, block): &(BlockAddress, MemoryBlock)| {
            Ok((address.clone(), locate(address)?, block.clone()))
        };
        let expected = call.expected_memory.iter().map(find).collect::<Result<_, String>>()?;
        Ok(PreparedCall { call: raw, blocks, expected })
    }

    fn wrong_memory(&self, call: &CallCase, called: &CallResult) -> Option<CaseFailure> {
        let count = called.run.instructions;
        let memory = |at: u32| called.run.machine.memory.peek(at);
        let look = |what: String, at: u32, block: &MemoryBlock, tolerance: f64| {
            (!block.agrees(at, &memory, tolerance)).then(|| {
                let failure = CaseFailure::new(FailureKind::Wrong, what, count);
                failure.comparing(block.show(), block.show_at(at, &memory))
            })
        };
        for (target, at, given) in &self.blocks {
            // The expectation of a block is found by its register, which pointed to it at the call.
            let expected = call.expected.iter().find_map(|(it, value)| match value {
                CallValue::Block(block) if it == target => Some(block),
                _ => None,
            });
            if let Some(block) = expected {
                let what = format!("the memory that {target} pointed to is not what it should be");
                if let Some(failure) = look(what, *at, block, call.tolerance) {
                    return Some(failure);
                }
            }
            if call.unchanged.contains(target) {
                let what = format!("the memory that {target} pointed to has been changed");
                // Without tolerance: unchanged means the same bytes.
                if let Some(failure) = look(what, *at, given, 0.0) {
                    return Some(failure);
                }
            }
        }
        self.expected.iter().find_map(|(address, at, block)| {
            let what = format!("the memory at {address} is not what it should be");
            look(what, *at, block, call.tolerance)
        })
    }
}

/// Gives a register or a word of the stack its value.
fn set(
    state: &mut CallState,
    raw: &mut runner::ProcedureCall,
    target: RegisterTarget,
    value: &CallValue,
    word: u64,
) {
    match (target, value) {
        // Set in the machine itself, because a call only carries 32-bit registers.
        (RegisterTarget::Float(reg), CallValue::Double(_)) => {
            state.machine.fpu.set_double_bits(reg.number() & !1, word);
        }
        (RegisterTarget::Float(reg), _) => {
            state.machine.fpu.set_bits(reg.number(), word as u32);
        }
        (RegisterTarget::Integer(reg), _) => raw.registers.push((reg, word as u32)),
        (RegisterTarget::Stack(offset), CallValue::Double(_)) => {
            raw.stack.push((offset, word as u32));
            raw.stack.push((offset + 4, (word >> 32) as u32));
        }
        (RegisterTarget::Stack(offset), _) => raw.stack.push((offset, word as u32)),
    }
}
