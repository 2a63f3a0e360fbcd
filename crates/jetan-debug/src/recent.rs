//! The recent past of a run: the last instructions with what they wrote, and how often each was
//! executed.

use jetan_machine::Observer;
use jetan_machine::code::CodeWord;
use jetan_machine::observer::WrittenRegister;
use jetan_run::YieldPoint;
use jetan_run::timeline::ReplayDiverged;
use jetan_run::timeline::{CountingObserver, Timeline};

/// An instruction that was executed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ExecutedInstruction {
    /// The address of the instruction.
    pub pc: u32,
    /// The registers it wrote, with their new values.
    pub writes: Vec<(WrittenRegister, u32)>,
    /// Address, bytes and value of what it stored, if it did.
    pub store: Option<(u32, u32, u32)>,
}

#[derive(Default)]
struct InstructionRecorder {
    executed: Vec<ExecutedInstruction>,
}

impl CountingObserver for InstructionRecorder {
    fn begin(&mut self, _count: u64) {}
}

impl Observer for InstructionRecorder {
    const ACTIVE: bool = true;

    fn fetch(&mut self, pc: u32, _word: CodeWord) {
        self.executed.push(ExecutedInstruction { pc, writes: Vec::new(), store: None });
    }

    fn write(&mut self, register: WrittenRegister, value: u32) {
        if let Some(last) = self.executed.last_mut() {
            last.writes.push((register, value));
        }
    }

    fn load(&mut self, _address: u32, _bytes: u32, _value: u32) {}

    fn store(&mut self, address: u32, bytes: u32, value: u32) {
        if let Some(last) = self.executed.last_mut() {
            last.store = Some((address, bytes, value));
        }
    }

    // A service may store megabytes, and this list is kept for every instruction.
    fn load_bytes(&mut self, _address: u32, _bytes: u32) {}

    fn store_bytes(&mut self, _address: u32, _bytes: &[u8]) {}

    fn has_seen_enough(&self) -> bool {
        false
    }
}

/// Counts the instructions of a range.
struct InstructionCounter {
    base: u32,
    counts: Vec<u64>,
}

impl CountingObserver for InstructionCounter {
    fn begin(&mut self, _count: u64) {}
}

impl Observer for InstructionCounter {
    const ACTIVE: bool = true;

    #[inline]
    fn fetch(&mut self, pc: u32, _word: CodeWord) {
        // An address below `base` wraps to an index far outside and is not counted.
        let idx = pc.wrapping_sub(self.base) / 4;
        if let Some(count) = self.counts.get_mut(idx as usize) {
            *count += 1;
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

/// The last instructions before this step, at most so many, the latest at the end.
pub async fn recent(
    timeline: &mut Timeline<'_>,
    instructions: u64,
    point: &YieldPoint,
) -> Result<Vec<ExecutedInstruction>, ReplayDiverged> {
    let to = timeline.count();
    // A run need not start at 0.
    let from = to.saturating_sub(instructions).max(timeline.start_count());
    if from == to {
        return Ok(Vec::new());
    }
    let recorder = InstructionRecorder::default();
    Ok(timeline.observe_in_slices(from, to, recorder, point).await?.executed)
}

/// The executions of each of the `words` instructions from `base` on, from a step to a
/// later one that is known.
pub async fn heat(
    timeline: &mut Timeline<'_>,
    base: u32,
    words: usize,
    (from, to): (u64, u64),
    point: &YieldPoint,
) -> Result<Vec<u64>, ReplayDiverged> {
    let meter = InstructionCounter { base, counts: vec![0; words] };
    if from >= to {
        return Ok(meter.counts);
    }
    Ok(timeline.observe_in_slices(from, to, meter, point).await?.counts)
}
