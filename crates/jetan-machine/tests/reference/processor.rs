//! A MIPS processor as simple as it can be, written from the description of MARS alone.
#![expect(clippy::unnecessary_wraps, reason = "every effect is one expression with a result")]

use std::collections::BTreeSet;

use rustc_hash::FxHashMap;

use super::generator::Plan;
use super::layout::{Layout, Segment};
use super::table::{self, Operands, ROWS};

/// What an instruction does.
pub(crate) type Effect = fn(&mut Processor, Operands) -> Result<(), Exception>;

/// Why an instruction did not do what it does.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Exception {
    /// An exception of the processor, or an error without a code.
    Error {
        /// For the Cause register.
        code: Option<u32>,
        /// For the `vaddr` register.
        address: Option<u32>,
        /// MARS's message.
        text: String,
    },
    /// A service that ends the program.
    Exit(Ending),
    /// Something this processor does not know; what happens then is not compared.
    Unmodelled,
}

impl Exception {
    pub(crate) fn new(code: u32, text: &str) -> Exception {
        Exception::Error { code: Some(code), address: None, text: text.to_owned() }
    }

    pub(crate) fn without_code(text: &str) -> Exception {
        Exception::Error { code: None, address: None, text: text.to_owned() }
    }

    /// An address error; the address follows the text.
    pub(crate) fn at(code: u32, address: u32, text: &str) -> Exception {
        let text = format!("{text}0x{address:08x}");
        Exception::Error { code: Some(code), address: Some(address), text }
    }
}

/// Why a run paused or ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Ending {
    Exit,
    DroppedOff,
    Faulted { text: String, pc: u32 },
    Budget,
    Breakpoint,
    Unmodelled,
}

/// A branch on its way, with delayed branching.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Pending {
    None,
    /// Registered by the instruction at hand.
    Registered(u32),
    /// The instruction at hand is the last before it.
    Triggered(u32),
}

/// What stands at an address of a text segment.
#[derive(Clone, Copy)]
struct Statement {
    word: u32,
    meaning: Option<(usize, Operands)>,
}

impl Statement {
    fn of(word: u32) -> Statement {
        Statement { word, meaning: table::decode(word) }
    }

    /// What a word means that the running program has put there. MARS: the offsets of word and
    /// floating-point loads and stores are not sign-extended (S16).
    fn made(word: u32, is_unsigned: bool) -> Statement {
        const UNSIGNED: &[&str] =
            &["lw", "ll", "lwl", "lwr", "sw", "sc", "swl", "swr", "lwc1", "ldc1", "swc1", "sdc1"];
        let mut statement = Statement::of(word);
        if let Some((row, operands)) = &mut statement.meaning
            && is_unsigned
            && UNSIGNED.contains(&ROWS[*row].name)
        {
            operands.b &= 0xffff;
        }
        statement
    }
}

/// The processor and its memory.
#[derive(Clone)]
pub(crate) struct Processor {
    pub(crate) r: [u32; 32],
    pub(crate) hi: u32,
    pub(crate) lo: u32,
    pub(crate) f: [u32; 32],
    pub(crate) flags: [bool; 8],
    pub(crate) vaddr: u32,
    pub(crate) status: u32,
    pub(crate) cause: u32,
    pub(crate) epc: u32,
    /// The next instruction, and while one is executed the one after it.
    pub(crate) next: u32,
    pub(crate) count: u64,
    pub(crate) memory: FxHashMap<u32, u8>,
    /// Every address that was loaded from or stored to.
    pub(crate) touched: BTreeSet<u32>,
    pub(crate) written_pages: BTreeSet<u32>,
    /// How often each row of the table was executed.
    pub(crate) executed: Vec<u64>,
    /// The address of every instruction that was fetched, and of the one that was not there.
    pub(crate) fetched: Vec<u32>,
    pub(crate) is_mars: bool,
    is_delayed: bool,
    is_self_modifying: bool,
    layout: Layout,
    code: FxHashMap<u32, Statement>,
    /// The instruction at hand.
    at: u32,
    pending: Pending,
}

impl Processor {
    pub(crate) fn new(layout: Layout, plan: Plan) -> Processor {
        let mut r = [0; 32];
        r[28] = layout.gp;
        r[29] = layout.sp;
        Processor {
            r,
            hi: 0,
            lo: 0,
            f: [0; 32],
            flags: [false; 8],
            vaddr: 0,
            status: 0x0000_ff11,
            cause: 0,
            epc: 0,
            next: layout.text.0,
            count: 0,
            memory: FxHashMap::default(),
            touched: BTreeSet::new(),
            written_pages: BTreeSet::new(),
            executed: vec![0; ROWS.len()],
            fetched: Vec::new(),
            is_mars: plan.is_mars,
            is_delayed: plan.is_delayed,
            is_self_modifying: plan.is_self_modifying,
            layout,
            code: FxHashMap::default(),
            at: 0,
            pending: Pending::None,
        }
    }

    /// Puts instructions at an address, as the assembler would.
    pub(crate) fn put_code(&mut self, address: u32, words: &[u32]) {
        for (idx, &word) in words.iter().enumerate() {
            let at = address + 4 * idx as u32;
            self.code.insert(at, Statement::of(word));
            for (offset, byte) in (0..).zip(word.to_le_bytes()) {
                self.memory.insert(at + offset, byte);
            }
        }
    }

    /// Runs until so many instructions were executed, or before one of these addresses, unless
    /// that is the point, as count and address, of which the caller knows.
    ///
    /// By `StopConditions`: a breakpoint is reported whenever its instruction is the next,
    /// before a budget that is used up, and only that one step is exempt.
    pub(crate) fn run(
        &mut self,
        count: u64,
        breakpoints: &[u32],
        known: Option<(u64, u32)>,
    ) -> Ending {
        loop {
            if breakpoints.contains(&self.next) && known != Some((self.count, self.next)) {
                return Ending::Breakpoint;
            }
            if self.count >= count {
                return Ending::Budget;
            }
            if let Some(ending) = self.step() {
                return ending;
            }
        }
    }

    fn step(&mut self) -> Option<Ending> {
        self.at = self.next;
        let result = match self.fetch() {
            Err(exception) => return self.bad_counter(exception),
            Ok(None) => {
                self.fetched.push(self.at);
                return Some(Ending::DroppedOff);
            }
            Ok(Some(statement)) => {
                self.fetched.push(self.at);
                self.next = self.at.wrapping_add(4);
                self.execute(statement)
            }
        };
        match result {
            Ok(()) => self.count += 1,
            Err(Exception::Unmodelled) => return Some(Ending::Unmodelled),
            Err(Exception::Exit(ending)) => {
                self.count += 1;
                return Some(ending);
            }
            Err(Exception::Error { code, address, text }) => {
                self.raise(code, address);
                if !self.code.contains_key(&self.layout.handler) {
                    self.next = self.at;
                    return Some(Ending::Faulted { text, pc: self.at });
                }
                self.next = self.layout.handler;
                self.count += 1;
            }
        }
        self.pending = match self.pending {
            Pending::Triggered(target) => {
                self.next = target;
                Pending::None
            }
            Pending::Registered(target) => Pending::Triggered(target),
            Pending::None => Pending::None,
        };
        None
    }

    fn fetch(&self) -> Result<Option<Statement>, Exception> {
        if self.at.is_multiple_of(4) {
            match self.layout.segment(self.at, self.is_mars) {
                Segment::Text | Segment::KernelText => return Ok(self.code.get(&self.at).copied()),
                Segment::Open if self.is_self_modifying => {
                    return Ok(Some(Statement::made(self.word(self.at), self.is_mars)));
                }
                _ => {}
            }
        }
        Err(Exception::at(4, self.at, "invalid program counter value: "))
    }

    fn execute(&mut self, statement: Statement) -> Result<(), Exception> {
        let Some((row, operands)) = statement.meaning else {
            let text = format!("undefined instruction (0x{:08x})", statement.word);
            return Err(Exception::new(10, &text));
        };
        self.executed[row] += 1;
        (ROWS[row].effect)(self, operands)
    }

    /// Section 7.2.
    fn raise(&mut self, code: Option<u32>, address: Option<u32>) {
        let in_slot = matches!(self.pending, Pending::Triggered(_)) && !self.is_mars;
        if in_slot {
            // What users want: the exception is delivered (S41).
            self.pending = Pending::None;
        }
        let Some(code) = code else { return };
        // What users want: all interrupt bits are rewritten (S34), and BD says how it is.
        let kept = if self.is_mars { 0xffff_fc83 } else { 0x7fff_0083 };
        self.cause = self.cause & kept | code << 2 | u32::from(in_slot) << 31;
        self.epc = if in_slot { self.at.wrapping_sub(4) } else { self.at };
        self.status |= 2;
        if let Some(address) = address {
            self.vaddr = address;
        }
    }

    /// MARS: an illegal program counter never reaches the handler (S34).
    fn bad_counter(&mut self, exception: Exception) -> Option<Ending> {
        let Exception::Error { code, address, text } = exception else { return None };
        // What users want: a handler that returns to where no code is has not mended anything.
        let is_again = self.cause >> 2 & 31 == 4
            && self.epc == self.at
            && (self.at == self.vaddr || self.at == self.vaddr.wrapping_add(4));
        self.raise(code, address);
        if self.is_mars || is_again || !self.code.contains_key(&self.layout.handler) {
            return Some(Ending::Faulted { text, pc: self.at });
        }
        self.next = self.layout.handler;
        None
    }

    /// `syscall`. The generator asks only for what ends the program or does not exist.
    pub(crate) fn service(&mut self) -> Result<(), Exception> {
        Err(match self.r[2] as i32 {
            10 => Exception::Exit(Ending::Exit),
            1..=60 => Exception::Unmodelled,
            number => {
                Exception::new(8, &format!("invalid or unimplemented syscall service: {number} "))
            }
        })
    }
}

/// Registers.
impl Processor {
    pub(crate) fn get(&self, register: i32) -> u32 {
        self.r[register as usize]
    }

    pub(crate) fn signed(&self, register: i32) -> i64 {
        i64::from(self.get(register) as i32)
    }

    pub(crate) fn unsigned(&self, register: i32) -> u64 {
        u64::from(self.get(register))
    }

    pub(crate) fn put(&mut self, register: i32, value: u32) -> Result<(), Exception> {
        if register != 0 {
            self.r[register as usize] = value;
        }
        Ok(())
    }

    pub(crate) fn hilo(&self) -> u64 {
        u64::from(self.hi) << 32 | u64::from(self.lo)
    }

    pub(crate) fn put_hilo(&mut self, value: u64) -> Result<(), Exception> {
        self.hi = (value >> 32) as u32;
        self.lo = value as u32;
        Ok(())
    }

    pub(crate) fn flag(&self, flag: i32) -> bool {
        self.flags[flag as usize]
    }

    pub(crate) fn put_flag(&mut self, flag: i32, value: bool) -> Result<(), Exception> {
        self.flags[flag as usize] = value;
        Ok(())
    }

    pub(crate) fn put_bits(&mut self, register: i32, bits: u32) -> Result<(), Exception> {
        self.f[register as usize] = bits;
        Ok(())
    }

    pub(crate) fn single(&self, register: i32) -> f32 {
        f32::from_bits(self.f[register as usize])
    }

    /// A result that is not a number is always the same one.
    pub(crate) fn put_single(&mut self, register: i32, value: f32) -> Result<(), Exception> {
        self.put_bits(register, if value.is_nan() { 0x7fc0_0000 } else { value.to_bits() })
    }

    /// The register is even, the low word is in it, the high word in the next.
    pub(crate) fn pair(&self, register: i32) -> u64 {
        let at = register as usize;
        u64::from(self.f[at]) | u64::from(self.f[at + 1]) << 32
    }

    pub(crate) fn put_pair(&mut self, register: i32, bits: u64) -> Result<(), Exception> {
        let at = register as usize;
        self.f[at] = bits as u32;
        self.f[at + 1] = (bits >> 32) as u32;
        Ok(())
    }

    pub(crate) fn double(&self, register: i32) -> f64 {
        f64::from_bits(self.pair(register))
    }

    pub(crate) fn put_double(&mut self, register: i32, value: f64) -> Result<(), Exception> {
        let is_nan = value.is_nan();
        self.put_pair(register, if is_nan { 0x7ff8_0000_0000_0000 } else { value.to_bits() })
    }
}

/// Where to go on.
impl Processor {
    pub(crate) fn branch_if(&mut self, holds: bool, offset: i32) -> Result<(), Exception> {
        let target = self.at.wrapping_add(4).wrapping_add((offset << 2) as u32);
        if holds { self.jump(target) } else { Ok(()) }
    }

    pub(crate) fn jump_target(&self, field: i32) -> u32 {
        self.at.wrapping_add(4) & 0xf000_0000 | (field as u32) << 2
    }

    /// At once, or after the next instruction. In a delay slot the first target wins, but is
    /// postponed past one more instruction.
    pub(crate) fn jump(&mut self, target: u32) -> Result<(), Exception> {
        if !self.is_delayed {
            self.next = target;
            return Ok(());
        }
        self.pending = match self.pending {
            Pending::None => Pending::Registered(target),
            Pending::Registered(first) | Pending::Triggered(first) => Pending::Registered(first),
        };
        Ok(())
    }

    pub(crate) fn link(&mut self, register: i32) -> Result<(), Exception> {
        let distance = if self.is_delayed { 8 } else { 4 };
        self.put(register, self.at.wrapping_add(distance))
    }
}

/// Memory.
impl Processor {
    pub(crate) fn byte(&self, address: u32) -> u8 {
        self.memory.get(&address).copied().unwrap_or(0)
    }

    fn word(&self, address: u32) -> u32 {
        u32::from_le_bytes([0, 1, 2, 3].map(|offset| self.byte(address.wrapping_add(offset))))
    }

    /// Reads a little-endian number of 1, 2 or 4 bytes.
    pub(crate) fn load(&mut self, address: u32, bytes: u32) -> Result<u32, Exception> {
        self.check(address, bytes, true)?;
        self.touched.insert(address);
        let value = self.word(address);
        Ok(if bytes == 4 { value } else { value & ((1 << (8 * bytes)) - 1) })
    }

    /// Writes the low bytes of a value.
    pub(crate) fn store(&mut self, address: u32, bytes: u32, value: u32) -> Result<(), Exception> {
        self.check(address, bytes, false)?;
        self.touched.insert(address);
        self.written_pages.insert(address >> 12);
        let bytes = value.to_le_bytes().into_iter().take(bytes as usize);
        let is_text = self.layout.segment(address, self.is_mars) == Segment::Text;
        if is_text && self.is_mars {
            // Whatever the width, the value becomes the whole instruction (S16).
            self.memory.extend((0..4).map(|offset| (address + offset, 0)));
        }
        for (offset, byte) in (0..).zip(bytes) {
            self.memory.insert(address.wrapping_add(offset), byte);
        }
        if is_text {
            let at = address & !3;
            self.code.insert(at, Statement::made(self.word(at), self.is_mars));
        }
        Ok(())
    }

    /// Section 6.2.
    fn check(&self, address: u32, bytes: u32, is_load: bool) -> Result<(), Exception> {
        let (code, verb) = if is_load { (4, "fetch") } else { (5, "store") };
        if !address.is_multiple_of(bytes) {
            let boundary = if bytes == 4 { "word" } else { "halfword" };
            let text = format!("{verb} address not aligned on {boundary} boundary ");
            return Err(Exception::at(code, address, &text));
        }
        let text = match self.layout.segment(address, self.is_mars) {
            Segment::Open => return Ok(()),
            Segment::Text if self.is_self_modifying => {
                // MARS: text has no bytes, only instructions; the description leaves open what
                // happens between them.
                let is_open = address.is_multiple_of(4) || !self.is_mars;
                return if is_open { Ok(()) } else { Err(Exception::Unmodelled) };
            }
            Segment::Text if is_load => "Cannot read directly from text segment!",
            Segment::Text => "Cannot write directly to text segment!",
            Segment::KernelText if is_load => {
                "DEVELOPER: You must use getStatement() to read from kernel text segment!"
            }
            Segment::KernelText => {
                "DEVELOPER: You must use setStatement() to write to kernel text segment!"
            }
            Segment::Nothing => "address out of range ",
        };
        Err(Exception::at(code, address, text))
    }
}
