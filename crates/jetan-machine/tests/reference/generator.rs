//! Random programs: instructions whose operands are worth it, and registers full of edges.

use std::sync::LazyLock;

use super::layout::{LAYOUTS, Layout, Segment};
use super::random::Random;
use super::table::{Kind, ROWS, Row, encode};

/// What all programs of a test have in common.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Plan {
    /// MARS's behaviour, or what users want.
    pub(crate) is_mars: bool,
    pub(crate) is_delayed: bool,
    pub(crate) is_self_modifying: bool,
}

/// One program and everything it depends on.
#[derive(Clone, Debug)]
pub(crate) struct Case {
    pub(crate) seed: u64,
    /// Which memory configuration.
    pub(crate) layout: usize,
    pub(crate) plan: Plan,
    pub(crate) code: Vec<u32>,
    /// The exception handler, if there is one.
    pub(crate) handler: Vec<u32>,
    pub(crate) registers: [u32; 32],
    pub(crate) hilo: (u32, u32),
    pub(crate) floats: [u32; 32],
    /// What stands at the start of static data.
    pub(crate) data: Vec<u8>,
    /// What stands elsewhere: an address and the bytes from there on.
    pub(crate) more: (u32, Vec<u8>),
    /// How many instructions are executed at most.
    pub(crate) budget: u64,
}

/// `mfc0 $k0,$14; addiu $k0,$k0,4; mtc0 $k0,$14; eret`: goes on after what failed.
const HANDLER: [u32; 4] = [0x401a_7000, 0x275a_0004, 0x409a_7000, 0x4200_0018];

/// Registers that values flow through, that mostly point to memory, and that point to code.
const VALUES: [i32; 4] = [8, 9, 10, 11];
const DATA_BASE: i32 = 16;
const OTHER_BASE: i32 = 17;
const CODE_BASE: i32 = 18;
const OTHER_CODE: i32 = 19;
/// Holds the word of an instruction, for programs that change themselves.
const WORD: i32 = 20;

/// Instructions that come up most in real programs, and so alone, in pairs and before branches in
/// every order.
const COMMON: &[&str] = &[
    "addu", "addiu", "add", "addi", "subu", "and", "andi", "ori", "xor", "lui", "sll", "srl",
    "slt", "slti", "sltu", "sltiu", "mul", "div", "mflo", "mfhi", "lw", "lb", "lbu", "sw", "sb",
    "beq", "bne", "j", "jal", "jr", "add.s", "sub.s", "mul.s", "c.lt.s", "c.le.s", "c.eq.s",
    "bc1t", "bc1f",
];

static COMMON_ROWS: LazyLock<Vec<&'static Row>> =
    LazyLock::new(|| ROWS.iter().filter(|row| COMMON.contains(&row.name)).collect());

const EDGES: [u32; 16] = [
    0,
    1,
    2,
    4,
    31,
    32,
    0x7f,
    0x80,
    0x7fff,
    0x8000,
    0xffff,
    0x0001_0000,
    0x7fff_ffff,
    0x8000_0000,
    0xffff_fffe,
    0xffff_ffff,
];

/// Zeros, ones, halves, ties, not-a-numbers quiet and signalling, infinities, the smallest and the
/// largest, and the neighbours of 2^31.
const SINGLES: [u32; 26] = [
    0x0000_0000,
    0x8000_0000,
    0x3f80_0000,
    0xbf80_0000,
    0x3f00_0000,
    0xbf00_0000,
    0x3fc0_0000,
    0x4020_0000,
    0xc020_0000,
    0x4b00_0001,
    0x7fc0_0000,
    0xffc0_0001,
    0x7f80_0001,
    0xff81_2345,
    0x7f80_0000,
    0xff80_0000,
    0x0000_0001,
    0x807f_ffff,
    0x0080_0000,
    0x7f7f_ffff,
    0xff7f_ffff,
    0x4f00_0000,
    0x4eff_ffff,
    0xcf00_0000,
    0xcf00_0001,
    0x3eff_ffff,
];

const DOUBLES: [u64; 24] = [
    0x0000_0000_0000_0000,
    0x8000_0000_0000_0000,
    0x3ff0_0000_0000_0000,
    0xbff0_0000_0000_0000,
    0x3fe0_0000_0000_0000,
    0xbfe0_0000_0000_0000,
    0x3ff8_0000_0000_0000,
    0x4004_0000_0000_0000,
    0xc004_0000_0000_0000,
    0x7ff8_0000_0000_0000,
    0xfff8_0000_0000_0001,
    0x7ff0_0000_0000_0001,
    0x7ff0_0000_0000_0000,
    0xfff0_0000_0000_0000,
    0x0000_0000_0000_0001,
    0x7fef_ffff_ffff_ffff,
    0x41df_ffff_ffc0_0000,
    0x41df_ffff_ffe0_0000,
    0x41e0_0000_0000_0000,
    0xc1e0_0000_0000_0000,
    0xc1e0_0000_0010_0000,
    0xc1e0_0000_0020_0000,
    0x47f0_0000_0000_0000,
    0x3690_0000_0000_0000,
];

impl Case {
    /// The program with this number, among those of a kind.
    pub(crate) fn of_seed(seed: u64, plan: Plan) -> Case {
        let random = &mut Random::new(seed);
        let layout = random.pick(&[0, 0, 0, 1, 2]);
        let has_handler = random.percent(50);
        let mut maker = Maker {
            layout: LAYOUTS[layout],
            len: random.between(2, 40),
            is_self_modifying: plan.is_self_modifying,
            is_gentle: !has_handler || random.percent(50),
            random,
        };
        let code: Vec<u32> = (0..maker.len).map(|idx| maker.word(idx)).collect();
        let mut handler = Vec::new();
        if has_handler {
            if maker.random.percent(15) {
                handler.extend((0..3).map(|idx| maker.word(idx)));
            }
            handler.extend(HANDLER);
        }
        let registers = maker.registers();
        let more = maker.more(registers[OTHER_BASE as usize]);
        let random = maker.random;
        Case {
            seed,
            layout,
            plan,
            code,
            handler,
            registers,
            hilo: (value(random), value(random)),
            floats: floats(random),
            data: bytes(random, 0x40),
            more,
            budget: random.between(1, 150) as u64,
        }
    }

    pub(crate) fn layout(&self) -> Layout {
        LAYOUTS[self.layout]
    }
}

/// What the words of a program are made with.
struct Maker<'a> {
    random: &'a mut Random,
    layout: Layout,
    /// How many instructions the program has.
    len: i32,
    is_self_modifying: bool,
    /// Whether it should not fail all the time.
    is_gentle: bool,
}

impl Maker<'_> {
    /// The instruction at an index.
    fn word(&mut self, idx: i32) -> u32 {
        const UNDEFINED: [u32; 4] = [0xffff_ffff, 0xfc00_0000, 0x0000_004c, 0x0109_0074];
        if self.random.below(400) == 0 {
            return self.random.pick(&UNDEFINED);
        }
        let row = self.row();
        if row.name == "syscall" {
            // Nothing else writes `$v0`, so every service is one that ends the program or fails.
            return if idx % 2 == 0 { self.service_number() } else { 0x0000_000c };
        }
        let operands = [0, 1, 2].map(|place| self.operand(row, place, idx));
        encode(row, operands)
    }

    fn row(&mut self) -> &'static Row {
        let row = if self.random.percent(55) {
            self.random.pick(&COMMON_ROWS)
        } else {
            &ROWS[self.random.below(ROWS.len())]
        };
        let is_rough = row.name.starts_with('t') && !row.name.starts_with("trunc")
            || matches!(row.name, "break" | "syscall" | "eret");
        if self.is_gentle && is_rough && self.random.percent(80) { self.row() } else { row }
    }

    /// `addiu $v0,$0,N`
    fn service_number(&mut self) -> u32 {
        0x2402_0000 | self.random.pick(&[10, 99, 0xffff])
    }

    fn operand(&mut self, row: &Row, place: usize, idx: i32) -> i32 {
        let Some(field) = row.fields.get(place) else { return 0 };
        let is_memory = row.fields.len() == 3 && row.fields[1].kind == Kind::S16;
        match field.kind {
            Kind::R if is_memory && place == 2 => self.base(),
            Kind::R if matches!(row.name, "jr" | "jalr") && place + 1 == row.fields.len() => {
                self.target_register()
            }
            Kind::R if place == 0 => self.destination(),
            Kind::R => self.source(),
            Kind::F => self.float_register(row.name.contains(".d") || row.name.contains("dc1")),
            Kind::N => self.random.pick(&[8, 12, 13, 14, 14, 9]),
            Kind::U5 => self.random.pick(&[0, 1, 2, 7, 15, 16, 30, 31]),
            Kind::S16 if is_memory => self.offset(size(row.name)),
            Kind::S16 | Kind::U16 => self.immediate(),
            Kind::L if field.width == 16 => self.branch_offset(idx),
            Kind::L => (self.layout.text.0 >> 2) as i32 + self.random.between(0, self.len),
        }
    }

    fn source(&mut self) -> i32 {
        match self.random.below(20) {
            0 => 0,
            1 => self.random.pick(&[DATA_BASE, OTHER_BASE, 31]),
            2 => self.random.pick(&[1, 4, 26, 28, 29, 30]),
            _ => self.random.pick(&VALUES),
        }
    }

    fn destination(&mut self) -> i32 {
        if self.is_self_modifying && self.random.percent(15) {
            return WORD;
        }
        match self.random.below(24) {
            0 => 0,
            1 => self.random.pick(&[OTHER_BASE, 31, 4, 26]),
            _ => self.random.pick(&VALUES),
        }
    }

    fn base(&mut self) -> i32 {
        if self.is_self_modifying && self.random.percent(30) {
            return CODE_BASE;
        }
        match self.random.below(20) {
            0 => self.random.pick(&VALUES),
            1 | 2 => 29,
            3 => 28,
            4..=7 => OTHER_BASE,
            _ => DATA_BASE,
        }
    }

    fn target_register(&mut self) -> i32 {
        match self.random.below(20) {
            0 => self.source(),
            1 => OTHER_CODE,
            2 if self.is_self_modifying => DATA_BASE,
            2..=6 => 31,
            _ => CODE_BASE,
        }
    }

    fn float_register(&mut self, is_double: bool) -> i32 {
        let number = self.random.between(0, 7);
        if is_double && self.random.percent(if self.is_gentle { 98 } else { 85 }) {
            number & !1
        } else {
            number
        }
    }

    /// Mostly a multiple of the size of the access.
    fn offset(&mut self, size: i32) -> i32 {
        let offset = match self.random.below(16) {
            0 => self.random.pick(&[-0x8000, 0x7ff8, 0x7fff, -1]),
            _ => self.random.between(-12, 12),
        };
        if self.random.percent(92) { offset & -size } else { offset }
    }

    fn immediate(&mut self) -> i32 {
        match self.random.below(3) {
            0 => self.random.between(-8, 8),
            1 => self.random.pick(&EDGES) as i32,
            _ => self.random.next() as i32,
        }
    }

    /// Mostly forward, and mostly within the program.
    fn branch_offset(&mut self, idx: i32) -> i32 {
        let target = match self.random.below(32) {
            0 => self.random.pick(&[-0x8000, 0x7fff, -2, self.len + 1]),
            1..=7 => self.random.between(0, idx),
            _ => self.random.between(idx, self.len),
        };
        target - idx - 1
    }

    fn registers(&mut self) -> [u32; 32] {
        let mut registers = [0; 32];
        registers[1..].fill_with(|| value(self.random));
        let Layout { text, static_base, handler, gp, sp, .. } = self.layout;
        let within = self.random.pick(&[0x10, 0x18, 0x20, 0x21, 0x800]);
        registers[DATA_BASE as usize] = static_base + within;
        registers[OTHER_BASE as usize] = self.border();
        let len = self.len as u32;
        registers[CODE_BASE as usize] = text.0 + 4 * self.random.below(len as usize + 1) as u32;
        registers[OTHER_CODE as usize] =
            self.random.pick(&[handler, handler + 4, text.0 + 2, text.1, static_base, 0]);
        registers[31] = text.0 + 4 * self.random.below(len as usize) as u32;
        registers[WORD as usize] = self.word(len as i32 / 2);
        if self.is_self_modifying {
            registers[VALUES[0] as usize] = self.word(len as i32 / 2);
        }
        registers[2] = self.random.pick(&[10, 99, u32::MAX]);
        (registers[28], registers[29]) = (gp, sp);
        registers
    }

    /// Bytes around an address, if there can be some.
    fn more(&mut self, around: u32) -> (u32, Vec<u8>) {
        let first = around.saturating_sub(12);
        let is_open = |address| self.layout.segment(address, true) == Segment::Open;
        let is_open = around < 0xffff_ff00 && is_open(first) && is_open(first + 31);
        (first, bytes(self.random, if is_open { 32 } else { 0 }))
    }

    /// An address near an edge of a segment or of a page.
    fn border(&mut self) -> u32 {
        let layout = self.layout;
        let border = self.random.pick(&[
            layout.static_base,
            layout.static_base + 0x1000,
            layout.data.0,
            layout.data.1,
            layout.stack.0,
            layout.stack.1,
            layout.kernel_data.0,
            layout.kernel_data.0 + 0x40,
            layout.kernel_data.1,
            layout.devices.0,
            layout.devices.1,
            layout.text.0,
            layout.text.1,
            layout.kernel_text.0,
            layout.kernel_text.1,
        ]);
        border.wrapping_add_signed(self.random.between(-9, 8))
    }
}

/// How many bytes an instruction loads or stores.
fn size(name: &str) -> i32 {
    match name {
        "lb" | "lbu" | "sb" | "lwl" | "lwr" | "swl" | "swr" => 1,
        "lh" | "lhu" | "sh" => 2,
        "ldc1" | "sdc1" => 8,
        _ => 4,
    }
}

fn value(random: &mut Random) -> u32 {
    match random.below(4) {
        0 => random.next() as u32,
        1 => random.between(-40, 40) as u32,
        2 => random.pick(&SINGLES),
        _ => random.pick(&EDGES),
    }
}

fn bytes(random: &mut Random, len: usize) -> Vec<u8> {
    (0..len).map(|_| random.next() as u8).collect()
}

fn floats(random: &mut Random) -> [u32; 32] {
    let mut floats = [0; 32];
    for pair in floats.chunks_exact_mut(2) {
        if random.percent(50) {
            let bits = random.pick(&DOUBLES);
            pair.copy_from_slice(&[bits as u32, (bits >> 32) as u32]);
        } else {
            pair.copy_from_slice(&[single(random), single(random)]);
        }
    }
    floats
}

fn single(random: &mut Random) -> u32 {
    if random.percent(80) { random.pick(&SINGLES) } else { random.next() as u32 }
}

impl Random {
    /// From `first` to `last`, inclusive.
    fn between(&mut self, first: i32, last: i32) -> i32 {
        first + self.below((last - first + 1) as usize) as i32
    }

    /// True so many times in a hundred.
    fn percent(&mut self, chance: usize) -> bool {
        self.below(100) < chance
    }
}
