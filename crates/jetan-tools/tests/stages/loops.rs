//! Random loops whose instructions are known twice: as text for the assembler, and as the registers
//! and bytes that they use, for a second opinion about legal orders.

use jetan_tools::pipeline::{BlockReorder, PipelineStep, RegisterSet, ResultUnit, StepKind};

/// The number of times that a loop is executed.
pub(crate) const TURNS: u64 = 7;

/// Where the loop begins: behind `main`.
const LOOP: u32 = 0x0040_0000 + 4 * 16;
const POINTERS: [u8; 2] = [16, 17];
const COUNTER: u8 = 23;
const HI: u8 = RegisterSet::HI;
const LO: u8 = RegisterSet::LO;

/// Bytes of memory: base register, first offset, size, and whether they are stored.
type LoopBytes = (u8, u32, u32, bool);

#[derive(Clone)]
struct LoopLine {
    text: String,
    reads: Vec<u8>,
    writes: Vec<u8>,
    bytes: Option<LoopBytes>,
    unit: ResultUnit,
}

/// A loop, the branch at its end apart.
pub(crate) struct LoopProgram {
    lines: Vec<LoopLine>,
}

struct RandomNumbers(u64);

impl RandomNumbers {
    fn below(&mut self, bound: u64) -> u64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963);
        (self.0 >> 33) % bound
    }

    /// One of `$t0` to `$t3`, so that most instructions depend on each other.
    fn register(&mut self) -> u8 {
        8 + self.below(4) as u8
    }
}

fn name(register: u8) -> String {
    format!("${register}")
}

fn line(numbers: &mut RandomNumbers) -> LoopLine {
    let [one, two, three] = [numbers.register(), numbers.register(), numbers.register()];
    let base = POINTERS[numbers.below(2) as usize];
    let (size, kind) = [(4, "w"), (2, "h"), (1, "b")][numbers.below(3) as usize];
    let offset = 4 * numbers.below(2) as u32;
    let alu = |text: String, reads: Vec<u8>, writes: Vec<u8>| LoopLine {
        text,
        reads,
        writes,
        bytes: None,
        unit: ResultUnit::Alu,
    };
    let [first, second, third] = [one, two, three].map(name);
    match numbers.below(8) {
        0 | 1 => LoopLine {
            text: format!("l{kind} {first}, {offset}({})", name(base)),
            reads: vec![base],
            writes: vec![one],
            bytes: Some((base, offset, size, false)),
            unit: ResultUnit::Load,
        },
        2 => LoopLine {
            text: format!("s{kind} {first}, {offset}({})", name(base)),
            reads: vec![one, base],
            writes: vec![],
            bytes: Some((base, offset, size, true)),
            unit: ResultUnit::Alu,
        },
        3 => alu(format!("addiu {0}, {0}, 4", name(base)), vec![base], vec![base]),
        4 => LoopLine {
            text: format!("mult {first}, {second}"),
            reads: vec![one, two],
            writes: vec![HI, LO],
            bytes: None,
            unit: ResultUnit::Multiply,
        },
        5 => alu(format!("mflo {first}"), vec![LO], vec![one]),
        _ => alu(format!("addu {first}, {second}, {third}"), vec![two, three], vec![one]),
    }
}

impl LoopProgram {
    /// So many instructions, and one that counts the turns somewhere among them.
    pub(crate) fn random(seed: u64, count: usize) -> LoopProgram {
        let mut numbers = RandomNumbers(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15));
        let mut lines: Vec<LoopLine> = (0..count).map(|_| line(&mut numbers)).collect();
        let at = numbers.below(count as u64 + 1) as usize;
        let counter = name(COUNTER);
        lines.insert(
            at,
            LoopLine {
                text: format!("addiu {counter}, {counter}, -1"),
                reads: vec![COUNTER],
                writes: vec![COUNTER],
                bytes: None,
                unit: ResultUnit::Alu,
            },
        );
        LoopProgram { lines }
    }

    /// The instructions without the branch.
    pub(crate) fn len(&self) -> usize {
        self.lines.len()
    }

    /// The source; nothing is on its way in the pipeline when the loop begins.
    pub(crate) fn text(&self) -> String {
        let counter = name(COUNTER);
        let nops = "nop\n".repeat(6);
        let lines: Vec<&str> = self.lines.iter().map(|line| line.text.as_str()).collect();
        let body = lines.join("\n");
        format!(
            ".data\nv: .word 5, -7, 11, 13, 17\n.space 4096\nw: .word 19, 23, -29\n.space 4096\n\
             .text\nmain:\nla $16, v\nla $17, w\nli $8, 3\nli $9, -4\nli $10, 5\nli $11, 6\n\
             mult $8, $9\nli {counter}, {TURNS}\n{nops}loop:\n{body}\n\
             bne {counter}, $zero, loop\nli $v0, 10\nsyscall\n"
        )
    }

    /// Whether a block is the loop.
    pub(crate) fn is_body(&self, block: &BlockReorder) -> bool {
        (block.first, block.last) == (LOOP, LOOP + 4 * self.len() as u32)
    }

    /// The order of the instructions in a suggestion; the branch stays at the end.
    pub(crate) fn order_of(&self, block: &BlockReorder) -> Vec<usize> {
        let mut order: Vec<usize> =
            block.order.iter().map(|pc| ((pc - LOOP) / 4) as usize).collect();
        assert_eq!(order.pop(), Some(self.len()));
        order
    }

    /// Whether two instructions may change places.
    fn are_free(&self, first: usize, second: usize) -> bool {
        let (one, other) = (&self.lines[first], &self.lines[second]);
        let meets = |some: &[u8], more: &[u8]| some.iter().any(|register| more.contains(register));
        if meets(&one.writes, &other.reads)
            || meets(&one.reads, &other.writes)
            || meets(&one.writes, &other.writes)
        {
            return false;
        }
        let (Some(one), Some(other)) = (one.bytes, other.bytes) else { return true };
        if !one.3 && !other.3 {
            return true;
        }
        let is_moved = self.lines[first..second].iter().any(|line| line.writes.contains(&one.0));
        let are_same = |byte: u32| (other.1..other.1 + other.2).contains(&byte);
        one.0 == other.0 && !is_moved && !(one.1..one.1 + one.2).any(are_same)
    }

    /// Every order in which each pair that must not change places has its own.
    pub(crate) fn legal_orders(&self) -> Vec<Vec<usize>> {
        let mut orders = vec![Vec::new()];
        for idx in 0..self.len() {
            let longer = orders.iter().flat_map(|order: &Vec<usize>| {
                (0..=order.len()).map(move |at| {
                    let mut longer = order.clone();
                    longer.insert(at, idx);
                    longer
                })
            });
            orders = longer.collect();
        }
        let is_legal = |order: &Vec<usize>| {
            let place = |idx: usize| order.iter().position(|&one| one == idx);
            let pairs =
                (0..self.len()).flat_map(|second| (0..second).map(move |first| (first, second)));
            pairs
                .into_iter()
                .all(|(first, second)| place(first) < place(second) || self.are_free(first, second))
        };
        orders.retain(is_legal);
        orders
    }

    /// The executed instructions of all turns.
    pub(crate) fn steps(&self, order: &[usize]) -> Vec<PipelineStep> {
        let set = |registers: &[u8]| {
            let mut set = RegisterSet::default();
            for &register in registers {
                set.insert(register);
            }
            set
        };
        let step = |reads: &[u8], writes: &[u8], unit: ResultUnit| PipelineStep {
            pc: LOOP,
            reads: set(reads),
            stored: RegisterSet::default(),
            writes: set(writes),
            unit,
            kind: StepKind::Plain,
            is_call: false,
            is_nop: false,
            is_taken: false,
            target: LOOP,
        };
        let mut steps = Vec::new();
        for turn in 1..=TURNS {
            let lines = order.iter().map(|&idx| &self.lines[idx]);
            steps.extend(lines.map(|line| step(&line.reads, &line.writes, line.unit)));
            let branch = step(&[COUNTER], &[], ResultUnit::Alu);
            steps.push(PipelineStep { kind: StepKind::Branch, is_taken: turn < TURNS, ..branch });
        }
        steps
    }
}
