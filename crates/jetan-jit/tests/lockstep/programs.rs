//! Random programs with structure: procedures with loops, branches, calls and frames.

use std::fmt::Write;

/// Where decisions come from: given bytes as long as there are some, then a small generator of
/// numbers that is the same everywhere.
pub(crate) struct Chance<'a> {
    bytes: &'a [u8],
    state: u64,
}

impl Chance<'_> {
    pub(crate) fn of_seed(seed: u64) -> Chance<'static> {
        let mut chance = Chance { bytes: &[], state: seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1 };
        for _ in 0..8 {
            chance.below(2);
        }
        chance
    }

    pub(crate) fn of_bytes(bytes: &[u8]) -> Chance<'_> {
        Chance { bytes, state: 1 }
    }

    fn below(&mut self, most: u32) -> u32 {
        let wanted = if most <= 256 { 1 } else { 4 };
        if let Some((taken, rest)) = self.bytes.split_at_checked(wanted) {
            self.bytes = rest;
            return taken.iter().fold(0, |number, &byte| number << 8 | u32::from(byte)) % most;
        }
        self.state ^= self.state << 13;
        self.state ^= self.state >> 7;
        self.state ^= self.state << 17;
        (self.state >> 33) as u32 % most
    }

    fn pick<'w>(&mut self, words: &[&'w str]) -> &'w str {
        words[self.below(words.len() as u32) as usize]
    }
}

const VALUES: &[&str] = &["$t0", "$t1", "$t2", "$t3", "$s0", "$s1", "$v0", "$a0", "$a1", "$zero"];
const SINGLES: &[&str] = &["$f0", "$f1", "$f2", "$f3", "$f5"];
const DOUBLES: &[&str] = &["$f0", "$f2", "$f4", "$f6"];
const THREE: &[&str] = &[
    "addu", "subu", "and", "or", "xor", "nor", "slt", "sltu", "sllv", "srav", "srlv", "mul", "add",
    "sub", "movn", "movz",
];
const CONSTANT: &[&str] = &["addiu", "andi", "ori", "xori", "slti", "sltiu", "addi"];
const LOADS: &[(&str, u32)] = &[("lw", 4), ("lb", 1), ("lbu", 1), ("lh", 2), ("lhu", 2)];
const STORES: &[(&str, u32)] = &[("sw", 4), ("sb", 1), ("sh", 2)];
/// Instructions that generated code hands over.
const RARE: &[&str] = &["lwl", "lwr", "swl", "swr"];
const TRAPS: &[&str] = &["teq", "tne", "tge", "tltu"];

/// A program and what it needs.
pub(crate) struct Program {
    pub(crate) source: String,
    /// It copies some of its instructions over others.
    pub(crate) is_self_modifying: bool,
}

/// A program: a loop around procedures of which each calls only those after it. Most are small,
/// since translating is what takes time.
pub(crate) fn program(chance: Chance<'_>) -> Program {
    let mut maker = Maker {
        chance,
        text: String::from(
            "        .data\n        .align 3\ndata: .space 256\ncases: .word case0, case1\n        \
             .text\nmain:\n",
        ),
        labels: 0,
        spots: 0,
        procedures: 0,
        lines: 0,
        is_self_modifying: false,
    };
    (maker.procedures, maker.lines) = match maker.chance.below(32) {
        0 => (4, 5),
        1..=3 => (2, 3),
        4..=9 => (1, 2),
        10..=15 => (1, 1),
        _ => (0, 2),
    };
    maker.is_self_modifying = maker.chance.below(16) == 0;
    maker.line("la $s6, data");
    maker.line("li $s7, 0");
    for (number, reg) in VALUES.iter().enumerate().take(8) {
        let value = maker.chance.below(u32::MAX);
        maker.line(&format!("li {reg}, {}", if number % 3 == 0 { value & 63 } else { value }));
    }
    maker.line("li $s5, 12");
    maker.text.push_str("again:\n");
    maker.body(0, 2);
    maker.line("addiu $s5, $s5, -1");
    maker.line("bgtz $s5, again");
    maker.line("li $v0, 10");
    maker.line("syscall");
    for procedure in 1..=maker.procedures {
        maker.procedure(procedure);
    }
    maker.text.push_str(REST);
    Program { source: maker.text, is_self_modifying: maker.is_self_modifying }
}

/// Targets of computed jumps, a procedure that calls itself, and a handler that goes on after what
/// has faulted.
const REST: &str = "
case0:  addiu $t0, $t0, 1
        jr    $ra
case1:  xor   $t1, $t1, $t0
        jr    $ra
down:   andi  $a0, $a0, 15
        blez  $a0, ground
        addiu $sp, $sp, -8
        sw    $ra, 4($sp)
        addiu $a0, $a0, -1
        jal   down
        lw    $ra, 4($sp)
        addiu $sp, $sp, 8
ground: addiu $v0, $v0, 3
        jr    $ra
        .ktext 0x80000180
        mfc0  $k0, $14
        addiu $k0, $k0, 4
        mtc0  $k0, $14
        eret
";

struct Maker<'a> {
    chance: Chance<'a>,
    text: String,
    labels: u32,
    /// Labels of plain instructions that may be copied and copied over.
    spots: u32,
    procedures: u32,
    /// How long bodies are at least.
    lines: u32,
    is_self_modifying: bool,
}

impl Maker<'_> {
    fn line(&mut self, line: &str) {
        let _ = writeln!(self.text, "        {line}");
    }

    fn label(&mut self) -> String {
        self.labels += 1;
        format!("l{}", self.labels)
    }

    fn value(&mut self) -> &'static str {
        self.chance.pick(VALUES)
    }

    /// A procedure that calls only those after it, and keeps what it must.
    fn procedure(&mut self, number: u32) {
        let _ = writeln!(self.text, "p{number}:");
        self.line("addiu $sp, $sp, -16");
        self.line("sw $ra, 12($sp)");
        self.line("sw $s0, 8($sp)");
        self.line("sw $s4, 4($sp)");
        self.body(number, 1);
        self.line("lw $s4, 4($sp)");
        self.line("lw $s0, 8($sp)");
        self.line("lw $ra, 12($sp)");
        self.line("addiu $sp, $sp, 16");
        self.line("jr $ra");
    }

    fn body(&mut self, procedure: u32, depth: u32) {
        for _ in 0..self.lines + self.chance.below(self.lines) {
            match self.chance.below(14) {
                0 if depth > 0 => self.repeat(procedure, depth),
                1 | 2 => self.branch(procedure, depth),
                3 if procedure < self.procedures => self.call(procedure),
                4 => self.print(),
                5 => self.rare(),
                6 if self.is_self_modifying => self.patch(),
                _ => self.simple(),
            }
        }
    }

    fn repeat(&mut self, procedure: u32, depth: u32) {
        let head = self.label();
        let counter = if depth == 2 { "$s3" } else { "$s4" };
        let turns = 1 + self.chance.below(6);
        self.line(&format!("li {counter}, {turns}"));
        let _ = writeln!(self.text, "{head}:");
        self.body(procedure, depth - 1);
        self.line(&format!("addiu {counter}, {counter}, -1"));
        self.line(&format!("bgtz {counter}, {head}"));
    }

    fn branch(&mut self, procedure: u32, depth: u32) {
        let past = self.label();
        let (a, b) = (self.value(), self.value());
        let line = match self.chance.below(6) {
            0 => format!("beq {a}, {b}, {past}"),
            1 => format!("bne {a}, {b}, {past}"),
            2 => format!("bltz {a}, {past}"),
            3 => format!("blt {a}, {b}, {past}"),
            4 => format!("bc1t {past}"),
            _ => format!("bgeu {a}, {b}, {past}"),
        };
        self.line(&line);
        if self.chance.below(3) == 0 && depth > 0 {
            self.body(procedure, 0);
        } else {
            self.simple();
        }
        let _ = writeln!(self.text, "{past}:");
    }

    fn call(&mut self, procedure: u32) {
        let callee = procedure + 1 + self.chance.below(self.procedures - procedure);
        match self.chance.below(8) {
            0 => {
                self.line(&format!("la $t9, p{callee}"));
                self.line("jalr $t9");
            }
            1 => {
                self.line("andi $t9, $t0, 4");
                self.line("lw $t9, cases($t9)");
                self.line("jalr $t9");
            }
            2 => self.line("jal down"),
            3 => self.line("bgezal $t0, case0"),
            _ => self.line(&format!("jal p{callee}")),
        }
    }

    /// What generated code leaves to the interpreter, and traps that mostly do not happen.
    fn rare(&mut self) {
        let (a, b) = (self.value(), self.value());
        let at = self.chance.below(252);
        let line = match self.chance.below(8) {
            0 => format!("{} {a}, {at}($s6)", self.chance.pick(RARE)),
            1 | 2 => format!("{} {a}, {b}", self.chance.pick(TRAPS)),
            3 => format!("{} {a}, {}($s6)", self.chance.pick(&["ll", "sc"]), at & !3),
            4 => format!("{} {a}, {b}", self.chance.pick(&["clo", "clz"])),
            5 => format!("{} {a}, {b}, 0", self.chance.pick(&["movf", "movt"])),
            6 => "break".to_owned(),
            _ => format!("lui {a}, {at}"),
        };
        self.line(&line);
    }

    /// Two instructions, of which the first, wherever it is by then, becomes another one.
    fn patch(&mut self) {
        let (from, to) = (self.spots, self.spots + 1);
        self.spots += 2;
        for spot in [from, to] {
            let _ = writeln!(self.text, "w{spot}:");
            let (op, a) = (self.chance.pick(THREE), self.value());
            self.line(&format!("{op} {a}, $t1, $t2"));
        }
        let source = self.chance.below(self.spots);
        self.line(&format!("la $t8, w{source}"));
        self.line("lw $t8, 0($t8)");
        let target = if self.chance.below(2) == 0 { from } else { to };
        self.line(&format!("la $t9, w{target}"));
        self.line("sw $t8, 0($t9)");
    }

    fn print(&mut self) {
        self.line("li $v0, 34");
        self.line("syscall");
    }

    fn simple(&mut self) {
        let (a, b, c) = (self.value(), self.value(), self.value());
        let constant = self.chance.below(0x1_0000) as i32 - 0x8000;
        let line = match self.chance.below(12) {
            0..=2 => format!("{} {a}, {b}, {c}", self.chance.pick(THREE)),
            3 => {
                let op = self.chance.pick(CONSTANT);
                let is_logical = matches!(op, "andi" | "ori" | "xori");
                format!("{op} {a}, {b}, {}", if is_logical { constant & 0x7fff } else { constant })
            }
            4 => {
                format!("{} {a}, {b}, {}", self.chance.pick(&["sll", "srl", "sra"]), constant & 31)
            }
            5 => format!(
                "{} {a}, {b}",
                self.chance.pick(&["mult", "multu", "div", "divu", "madd", "msubu"])
            ),
            6 => format!("{} {a}", self.chance.pick(&["mfhi", "mflo", "mthi", "mtlo"])),
            7 | 8 => self.access(LOADS),
            9 => self.access(STORES),
            10 => self.single(),
            _ => self.double(),
        };
        self.line(&line);
    }

    /// Mostly within the buffer and aligned, sometimes neither, sometimes by any register.
    fn access(&mut self, kinds: &[(&str, u32)]) -> String {
        let (op, bytes) = kinds[self.chance.below(kinds.len() as u32) as usize];
        let reg = self.value();
        match self.chance.below(24) {
            0 => format!("{op} {reg}, {}($s6)", self.chance.below(250)),
            1 => format!("{op} {reg}, 0({})", self.value()),
            2..=8 => format!("{op} {reg}, {}($sp)", -4 * (self.chance.below(8) as i32 + 1)),
            _ => format!("{op} {reg}, {}($s6)", bytes * self.chance.below(256 / bytes)),
        }
    }

    fn single(&mut self) -> String {
        let [a, b, c] = [0; 3].map(|_| self.chance.pick(SINGLES));
        let value = self.value();
        match self.chance.below(8) {
            0 => format!("mtc1 {value}, {a}"),
            1 => format!("mfc1 {value}, {a}"),
            2 => format!("c.{}.s {a}, {b}", self.chance.pick(&["lt", "le", "eq"])),
            3 => format!("cvt.s.w {a}, {b}"),
            4 => format!("{}.s {a}, {b}", self.chance.pick(&["neg", "abs", "mov", "sqrt"])),
            5 => format!("{}.w.s {a}, {b}", self.chance.pick(&["floor", "ceil", "round", "trunc"])),
            _ => format!("{}.s {a}, {b}, {c}", self.chance.pick(&["add", "sub", "mul", "div"])),
        }
    }

    fn double(&mut self) -> String {
        let [a, b, c] = [0; 3].map(|_| self.chance.pick(DOUBLES));
        let at = 8 * self.chance.below(32);
        match self.chance.below(8) {
            0 => format!("ldc1 {a}, {at}($s6)"),
            1 => format!("sdc1 {a}, {at}($s6)"),
            2 => format!("c.{}.d {a}, {b}", self.chance.pick(&["lt", "le", "eq"])),
            3 => format!("cvt.d.w {a}, {b}"),
            4 => format!("{}.d {a}, {b}", self.chance.pick(&["neg", "abs", "mov", "sqrt"])),
            5 => format!("{}.d {a}, {b}", self.chance.pick(&["cvt.w", "cvt.s", "trunc.w"])),
            _ => format!("{}.d {a}, {b}, {c}", self.chance.pick(&["add", "sub", "mul", "div"])),
        }
    }
}
