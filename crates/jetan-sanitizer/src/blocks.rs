//! The reads and writes of the instructions from each of them on, up to the next branch,
//! jump or service: so that whether something doubtful is read is asked once for all of them.

use jetan_isa::{MemoryUse, Op};
use jetan_machine::code::DecodedInstruction;
use jetan_machine::registers::R;

use super::analysis::CodeText;
use super::calls::puts_back;
use super::reads::{OperandTarget, OperandUses, reads};

/// HI and LO, as the bit of `$zero`, about which there is nothing to know.
pub(super) const PRODUCT: u64 = 1;

/// Something that is always doubtful, as the bit of `$k0`, which is not the program's: what reads
/// it takes the slow path.
pub(super) const SLOW_PATH: u64 = 1 << 26;

/// The effects of code from an instruction on. Registers are bits; floating-point registers follow
/// the others.
#[derive(Clone, Copy, Default)]
pub(super) struct BlockEffects {
    /// The registers that are read before they are written, but for those that are only stored.
    pub(super) reads: u64,
    pub(super) writes: u64,
}

/// The part of a block's effects that is looked at whenever one begins.
#[derive(Clone, Copy)]
pub(super) struct BlockSummary {
    /// The registers that are read or written.
    pub(super) touches: u64,
    /// The CPU registers that are written.
    pub(super) writes: u32,
    /// By how much `$sp` is moved down at most.
    pub(super) drop: u32,
}

/// All blocks of a program.
pub(super) struct BlockTable {
    /// The number of words of the machine's text before the program's.
    skipped: usize,
    all: Vec<BlockEffects>,
    summaries: Vec<BlockSummary>,
    /// Whether each instruction may put back into a register what was put away.
    puts_back: Vec<bool>,
}

impl BlockTable {
    /// The blocks of a program in a machine whose text begins at `base`. `suspects` are
    /// instructions that always take the slow path, in order.
    pub(super) fn new(text: &CodeText, base: u32, suspects: &[u32]) -> BlockTable {
        let mut all: Vec<BlockEffects> = Vec::new();
        let mut summaries: Vec<BlockSummary> = Vec::new();
        let (mut next, mut drop) = (BlockEffects::default(), 0_i64);
        let known = text.saves_outside();
        for (idx, &one) in text.code().iter().enumerate().rev() {
            let mut own = own(one);
            let pc = text.base().wrapping_add(4 * idx as u32);
            if known.binary_search(&pc).is_ok() || suspects.binary_search(&pc).is_ok() {
                own.reads |= SLOW_PATH;
            }
            if is_end(one) {
                drop = 0;
            }
            // From what else `$sp` is made is not known ahead.
            if matches!(one.op, Op::Addi | Op::Addiu) && one.a == R::R29 {
                match one.b {
                    // Going backwards this is the deepest point that the rest of the block reaches.
                    R::R29 => drop = (drop - i64::from(one.imm)).max(0),
                    _ if one.imm < 0 => own.reads |= SLOW_PATH,
                    _ => {}
                }
            }
            next = if is_end(one) {
                own
            } else {
                BlockEffects {
                    reads: own.reads | next.reads & !own.writes,
                    writes: own.writes | next.writes,
                }
            };
            all.push(next);
            summaries.push(BlockSummary {
                touches: next.reads | next.writes,
                writes: next.writes as u32,
                drop: u32::try_from(drop).unwrap_or(u32::MAX),
            });
        }
        all.reverse();
        summaries.reverse();
        let puts_back = text.code().iter().copied().map(puts_back).collect();
        let skipped = (text.base().wrapping_sub(base) / 4) as usize;
        BlockTable { skipped, all, summaries, puts_back }
    }

    /// The effects of code from an instruction on; none where the program has no text of its own.
    pub(super) fn get(&self, index: usize) -> Option<BlockEffects> {
        self.all.get(index.wrapping_sub(self.skipped)).copied()
    }

    /// The same in short.
    #[inline(always)]
    pub(super) fn summary(&self, index: usize) -> Option<BlockSummary> {
        self.summaries.get(index.wrapping_sub(self.skipped)).copied()
    }

    /// Whether an instruction may put back what was put away; one that is not known may.
    #[inline(always)]
    pub(super) fn puts_back(&self, index: usize) -> bool {
        self.puts_back.get(index.wrapping_sub(self.skipped)).copied().unwrap_or(true)
    }
}

fn is_end(one: DecodedInstruction) -> bool {
    one.op.is_branch() || one.op.is_jump() || matches!(one.op, Op::Syscall | Op::Eret)
}

/// The registers that an instruction reads and writes by itself.
fn own(one: DecodedInstruction) -> BlockEffects {
    let mut stretch = BlockEffects::default();
    let row = reads(one.op);
    for (idx, reg) in [one.a, one.b, one.c].into_iter().enumerate() {
        if row.cpu[idx] && !(idx == 0 && is_stored(row)) {
            stretch.reads |= cpu(reg);
        }
        if row.float[idx] {
            stretch.reads |= float(reg as u32);
            if row.doubles >> idx & 1 == 1 {
                stretch.reads |= float(reg as u32 + 1);
            }
        }
        stretch.writes |= match row.writes[idx] {
            OperandTarget::None => 0,
            OperandTarget::Cpu => cpu(reg),
            OperandTarget::Single => float(reg as u32),
            OperandTarget::Double => float(reg as u32) | float(reg as u32 + 1),
        };
    }
    if row.writes_ra {
        stretch.writes |= cpu(R::R31);
    }
    stretch.reads |= if row.copies_product { PRODUCT } else { 0 };
    stretch.writes |= if row.writes_product { PRODUCT } else { 0 };
    stretch
}

/// Whether the first operand of an instruction is stored and nothing else.
fn is_stored(row: OperandUses) -> bool {
    matches!(row.memory, MemoryUse::Store(_)) && matches!(row.writes[0], OperandTarget::None)
}

fn cpu(reg: R) -> u64 {
    // The bits of `$zero` and `$k0` mean something else here.
    reg.reg().map_or(0, |reg| 1 << reg.index()) & !(PRODUCT | SLOW_PATH)
}

fn float(number: u32) -> u64 {
    1 << (32 + (number & 31))
}
