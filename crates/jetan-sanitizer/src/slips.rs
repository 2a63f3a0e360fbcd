//! Slips that the text shows and the run confirms: comparisons that always come out the same, the
//! wrong half of a product, frames that grow upwards, characters added as digits, words loaded from
//! single bytes.

use jetan_order::SharedSort;
use std::collections::BTreeSet;

use jetan_asm::program::ProgramSymbol;
use jetan_isa::{MemoryUse, Op, Reg};
use jetan_machine::code::DecodedInstruction;
use jetan_machine::registers::R;

use super::Check;
use super::analysis::{CodeText, is_written, successors};
use super::objects::address_of;
use super::ranges::TakenValues;
use super::reads::reads;
use super::report::place;
use super::state::CheckerState;
use jetan_symbols::DebugSymbols;
use jetan_symbols::data::{DataKind, declared};

/// The most instructions before another that are searched for what it depends on.
const REACH_INSTRUCTIONS: u32 = 16;
/// Larger factors belong to divisions by multiplication and to fixed-point numbers, which mean the
/// upper half.
const FACTOR_MAX: u32 = 1 << 15;
const ZERO_DIGIT: i32 = b'0' as i32;
const WORD_BYTES: u32 = 4;

/// The kind of a slip, with the other instruction that it is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum SlipKind {
    /// Both sides of a comparison were loaded from one address.
    SameWord { first: u32, second: u32 },
    /// A value is compared with 0 that has a bit set for certain.
    NeverZero { made: u32 },
    /// A branch on the condition of floats in a program that never compares any.
    NoCondition,
    /// A product of which only the upper half is taken.
    UpperHalf { taken: u32 },
    /// A procedure begins by moving `$sp` up, and saves `$ra` there.
    RaisedFrame { raise: u32 },
    /// A character is added to ten times a number.
    DigitCode { digit: R },
    /// A word is loaded by the name of a single byte.
    ByteAsWord { address: u32 },
    /// No value passes both this branch and an earlier one that leads to the same place.
    AlwaysTaken { first: u32 },
    /// A branch that takes every value which a later one is about.
    NeverTaken { later: u32, reg: Reg, values: TakenValues },
    /// A store of what was loaded from the same place.
    IdleStore { load: u32 },
    /// A result that nothing reads; the branch that tests an operand in its place, or else whether
    /// it was executed before: a value that is not needed once may just be left over.
    Unread { reg: Reg, branch: Option<u32>, has_run: bool },
    /// A quotient that is 0 for certain, or that is converted to a float.
    CutQuotient { converted: Option<u32> },
    /// The bits of a float that are used as an integer.
    FloatBits { used: u32 },
    /// A service whose number is set before a call.
    LostService { set: u32, call: u32 },
    /// An argument of a macro that the macro itself has overwritten.
    LostArgument { over: u32, reg: Reg },
}

/// An instruction that no program means, if it is executed with values that confirm it.
#[derive(Clone, Copy, Debug)]
pub(super) struct CodeSlip {
    pub(super) pc: u32,
    pub(super) kind: SlipKind,
}

impl CodeText {
    /// The slips of a program, in order of address.
    pub(super) fn slips(&self, names: &DebugSymbols) -> Vec<CodeSlip> {
        let targets = self.targets();
        let has_comparison = self.code().iter().any(|one| sets_condition(one.op));
        let mut found = bytes_as_words(names);
        for (pc, one) in self.addresses() {
            let kind = match one.op {
                Op::Bc1t | Op::Bc1f | Op::Bc1tFlag | Op::Bc1fFlag => {
                    (!has_comparison).then_some(SlipKind::NoCondition)
                }
                Op::Beq | Op::Bne | Op::Slt | Op::Sltu => {
                    let zero = || self.never_zero(pc, one, &targets);
                    self.same_word(pc, one, &targets).or_else(zero)
                }
                Op::Mult => self.upper_half(pc),
                Op::Add | Op::Addu => self.digit_code(pc, one),
                Op::Syscall => self.lost_service(pc, &targets),
                _ => None,
            };
            found.extend(kind.map(|kind| CodeSlip { pc, kind }));
        }
        let raised = self.entries().iter().filter_map(|&entry| self.raised_frame(entry));
        found.extend(raised);
        found.extend(self.lost_arguments(names));
        found.extend(self.ranges(&targets));
        found.extend(self.idle(&targets));
        found.shared_sort_by_key(|one| one.pc);
        found.dedup_by_key(|one| one.pc);
        found
    }

    /// The addresses that branches and jumps lead to: what stands before them may not have run.
    fn targets(&self) -> BTreeSet<u32> {
        let ways = self.addresses().flat_map(|(pc, one)| {
            successors(one, pc).filter(move |&next| next != pc.wrapping_add(4))
        });
        ways.collect()
    }

    /// The instructions before another that have certainly run just before it, the last one first.
    pub(super) fn run_before<'t>(
        &'t self,
        pc: u32,
        targets: &'t BTreeSet<u32>,
    ) -> impl Iterator<Item = (u32, DecodedInstruction)> + 't {
        (1..=REACH_INSTRUCTIONS).map_while(move |back| {
            let at = pc.checked_sub(4 * back)?;
            let is_reached = !targets.contains(&at.wrapping_add(4));
            let one = self.get(at).filter(|one| {
                let leaves = one.op.is_jump() || one.op.is_branch();
                is_reached && !leaves && !matches!(one.op, Op::Syscall | Op::Eret)
            });
            one.map(|one| (at, one))
        })
    }

    /// Two loads of one word whose results the instruction compares.
    fn same_word(
        &self,
        pc: u32,
        one: DecodedInstruction,
        targets: &BTreeSet<u32>,
    ) -> Option<SlipKind> {
        let sides = match one.op {
            Op::Beq | Op::Bne => [one.a, one.b],
            _ => [one.b, one.c],
        };
        let [left, right] = [sides[0].reg()?, sides[1].reg()?];
        if left == right {
            return None;
        }
        let mut second: Option<(u32, DecodedInstruction)> = None;
        let mut upper = None;
        for (at, before) in self.run_before(pc, targets) {
            let is_side = is_written(before, left) || is_written(before, right);
            match second {
                None if is_side => {
                    second = Some((at, before)).filter(|_| is_plain_load(before));
                    second?;
                }
                Some((again, load)) if is_side && before.a != load.a => {
                    let is_same = before.op == load.op
                        && (before.c, before.imm) == (load.c, load.imm)
                        && before.a != load.c;
                    let own = self.get(at.wrapping_sub(4)).filter(|_| upper.is_some());
                    let is_upper = own.is_none_or(|own| Some((own.op, own.imm)) == upper);
                    return (is_same && is_upper && is_plain_load(before))
                        .then_some(SlipKind::SameWord { first: at, second: again });
                }
                // Only the last write of a register is compared.
                Some(_) if is_side => return None,
                Some((_, load)) => {
                    let is_base = load.c.reg().is_some_and(|base| is_written(before, base));
                    // Each load by the name of a label brings the upper half of its address.
                    if is_base && before.op == Op::Lui && upper.is_none() {
                        upper = Some((before.op, before.imm));
                    } else if is_base || matches!(reads(before.op).memory, MemoryUse::Store(_)) {
                        return None;
                    }
                }
                None => {}
            }
        }
        None
    }

    /// The `ori` with a constant whose result a branch compares with 0.
    fn never_zero(
        &self,
        pc: u32,
        one: DecodedInstruction,
        targets: &BTreeSet<u32>,
    ) -> Option<SlipKind> {
        let ((reg, R::R0) | (R::R0, reg)) = (one.a, one.b) else { return None };
        if !matches!(one.op, Op::Beq | Op::Bne) {
            return None;
        }
        let reg = reg.reg()?;
        let (made, writer) =
            self.run_before(pc, targets).find(|&(_, before)| is_written(before, reg))?;
        // Constants are made with `ori` too, of `$zero` or of an upper half in `$at`.
        let is_constant = matches!(writer.b, R::R0 | R::R1);
        let is_set = writer.op == Op::Ori && writer.imm != 0 && !is_constant;
        is_set.then_some(SlipKind::NeverZero { made })
    }

    /// The `mfhi` after a product in a procedure that never takes the lower half of one.
    fn upper_half(&self, pc: u32) -> Option<SlipKind> {
        let after = (pc.wrapping_add(4)..).step_by(4).take(REACH_INSTRUCTIONS as usize);
        let mut straight = after.map_while(|at| {
            self.get(at).filter(|one| !one.op.is_jump() && !one.op.is_branch()).map(|one| (at, one))
        });
        let touches = |one: DecodedInstruction| {
            matches!(one.op, Op::Mfhi | Op::Mflo) || reads(one.op).writes_product
        };
        let (taken, one) = straight.find(|&(_, one)| touches(one))?;
        let has_lower =
            self.body(self.procedure(pc)).any(|(_, one)| matches!(one.op, Op::Mflo | Op::Mul));
        (one.op == Op::Mfhi && !has_lower).then_some(SlipKind::UpperHalf { taken })
    }

    /// The constant that is put into `$v0` before a call and not again before the service.
    fn lost_service(&self, pc: u32, targets: &BTreeSet<u32>) -> Option<SlipKind> {
        let mut call = None;
        for back in 1..=REACH_INSTRUCTIONS {
            let at = pc.checked_sub(4 * back)?;
            let one = self.get(at).filter(|_| !targets.contains(&at.wrapping_add(4)))?;
            if one.op == Op::Jal {
                call = Some(at);
            } else if one.op.is_jump() || one.op.is_branch() {
                return None;
            } else if is_written(one, Reg::V0) {
                let is_constant = matches!(one.op, Op::Addi | Op::Addiu | Op::Ori);
                let set = Some(at).filter(|_| is_constant && one.b == R::R0)?;
                return Some(SlipKind::LostService { set, call: call? });
            } else if matches!(one.op, Op::Syscall | Op::Eret) {
                return None;
            }
        }
        None
    }

    /// The store of `$ra` at a `$sp` that its procedure has moved up first.
    fn raised_frame(&self, entry: u32) -> Option<CodeSlip> {
        let raise = self.raises_first(entry).filter(|_| self.is_called(entry))?;
        for (pc, one) in self.body(entry) {
            let memory = reads(one.op).memory;
            let is_stack = one.c == R::R29 && memory != MemoryUse::None;
            // Whoever takes arguments from the stack may give up their room.
            if one.op.is_jump() || is_stack && matches!(memory, MemoryUse::Load(_)) {
                return None;
            }
            if pc > raise && is_written(one, Reg::SP) {
                return None;
            }
            if is_stack && one.a == R::R31 && one.imm >= 0 {
                return (pc > raise)
                    .then_some(CodeSlip { pc, kind: SlipKind::RaisedFrame { raise } });
            }
        }
        None
    }

    /// The sum of ten times a number and of what is only ever loaded as a byte, in a procedure that
    /// takes nothing from characters.
    fn digit_code(&self, pc: u32, one: DecodedInstruction) -> Option<SlipKind> {
        let entry = self.procedure(pc);
        let is_product = |reg: R| {
            let reg = reg.reg()?;
            let mut before = (1..=REACH_INSTRUCTIONS).map_while(|back| {
                let at = pc.checked_sub(4 * back)?;
                self.get(at).filter(|one| !one.op.is_jump()).map(|one| (at, one))
            });
            let (at, made) = before.find(|&(_, before)| is_written(before, reg))?;
            (made.op == Op::Mul && self.is_ten(at, made)).then_some(())
        };
        let is_byte = |reg: R| {
            let Some(reg) = reg.reg() else { return false };
            let mut writers = self.body(entry).filter(|&(_, one)| is_written(one, reg)).peekable();
            writers.peek().is_some() && writers.all(|(_, one)| matches!(one.op, Op::Lb | Op::Lbu))
        };
        let sides = [(one.b, one.c), (one.c, one.b)];
        let (_, digit) =
            sides.into_iter().find(|&(sum, digit)| is_product(sum).is_some() && is_byte(digit))?;
        let takes_off = self.body(entry).any(|(_, one)| match one.op {
            Op::Addi | Op::Addiu => {
                one.imm.abs() == ZERO_DIGIT || one.imm % ZERO_DIGIT == 0 && one.imm < 0
            }
            Op::Ori | Op::Xori => one.imm == ZERO_DIGIT,
            Op::Andi => one.imm == 0xf,
            _ => false,
        });
        (!takes_off).then_some(SlipKind::DigitCode { digit })
    }

    /// Whether one factor of a product is the constant 10.
    fn is_ten(&self, pc: u32, one: DecodedInstruction) -> bool {
        let entry = self.procedure(pc);
        [one.b, one.c].into_iter().any(|factor| {
            let Some(reg) = factor.reg() else { return false };
            let is_ten = |one: DecodedInstruction| {
                let is_constant = matches!(one.op, Op::Addi | Op::Addiu | Op::Ori);
                is_constant && one.b == R::R0 && one.imm == 10
            };
            if reg == Reg::AT {
                return self
                    .get(pc.wrapping_sub(4))
                    .is_some_and(|one| one.a == factor && is_ten(one));
            }
            let mut writers = self.body(entry).filter(|&(_, one)| is_written(one, reg)).peekable();
            writers.peek().is_some() && writers.all(|(_, one)| is_ten(one))
        })
    }
}

/// Whether an instruction loads an integer and does nothing else.
fn is_plain_load(one: DecodedInstruction) -> bool {
    matches!(one.op, Op::Lw | Op::Lh | Op::Lhu | Op::Lb | Op::Lbu)
}

/// Whether an instruction sets a condition that `bc1t` and `bc1f` read.
fn sets_condition(op: Op) -> bool {
    // With an operand for the number of the condition the role is that operand's.
    op.roles().flag.writes() || op.name().starts_with("c.")
}

/// The loads of words by the name of a label that is declared as a single byte, with another label
/// in the same word that is not 0.
fn bytes_as_words(names: &DebugSymbols) -> Vec<CodeSlip> {
    let program = &*names.program;
    let groups = program.code.chunk_by(|a, b| a.statement == b.statement);
    let loads = groups.filter_map(|group| {
        let [high, last] = group else { return None };
        let is_load = high.instruction.op == Op::Lui && last.instruction.op == Op::Lw;
        let address = address_of(high, last);
        let labels = || names.symbols().iter().filter(|one| one.is_data);
        let own: &ProgramSymbol = labels().find(|one| is_load && one.address == address)?;
        let is_byte = declared(names, own) == Some(DataKind::Byte);
        let next = labels().map(|one| one.address).filter(|&at| at > address).min()?;
        let is_shared = is_byte && next - address < WORD_BYTES;
        let kind = SlipKind::ByteAsWord { address };
        is_shared.then_some(CodeSlip { pc: last.address, kind })
    });
    loads.collect()
}

impl CheckerState {
    /// Whether the instruction at hand is suspicious as a slip.
    pub(super) fn is_slip(&self) -> bool {
        self.slips.binary_search_by_key(&self.pc, |one| one.pc).is_ok()
    }

    /// The instruction at hand is a slip, if it is one of those and its values confirm it.
    #[cold]
    pub(super) fn report_slip(&mut self) {
        let Ok(at) = self.slips.binary_search_by_key(&self.pc, |one| one.pc) else { return };
        match self.slips[at].kind {
            SlipKind::SameWord { first, second } => self.report_same_word(first, second),
            SlipKind::NeverZero { made } => self.report_never_zero(made),
            SlipKind::NoCondition => {
                let message = "branches on the condition of floats, and nothing has set it";
                let places = vec![place(self.pc, "the condition is false at the start".to_owned())];
                let help =
                    "compare first, with `c.eq.s`, `c.lt.s` or `c.le.s` (or `.d` for doubles)";
                self.push_condition(message.to_owned(), places, help);
            }
            SlipKind::UpperHalf { taken } => self.report_upper_half(taken),
            SlipKind::RaisedFrame { raise } => self.report_raised_frame(raise),
            SlipKind::DigitCode { digit } => self.report_digit_code(digit),
            SlipKind::ByteAsWord { address } => self.report_byte_as_word(address),
            SlipKind::AlwaysTaken { first } => self.report_always_taken(first),
            SlipKind::NeverTaken { later, reg, values } => {
                self.report_never_taken(later, reg, values);
            }
            SlipKind::IdleStore { load } => self.report_idle_store(load),
            SlipKind::Unread { branch: None, has_run: false, reg } => {
                self.slips[at].kind = SlipKind::Unread { branch: None, has_run: true, reg };
            }
            SlipKind::Unread { branch, reg, .. } => self.report_unread(reg, branch),
            SlipKind::CutQuotient { converted } => self.report_cut_quotient(converted),
            SlipKind::FloatBits { used } => self.report_float_bits(used),
            SlipKind::LostService { set, call } => self.report_lost_service(set, call),
            SlipKind::LostArgument { over, reg } => self.report_lost_argument(over, reg),
        }
    }

    fn report_lost_service(&mut self, set: u32, call: u32) {
        let (asked, value) = (self.text.get(set).map_or(0, |one| one.imm), self.value(Reg::V0));
        let value = value.cast_signed();
        let Some(one) = self.text.get(call).filter(|_| value != asked) else { return };
        let target = one.imm.cast_unsigned() << 2 | call & 0xf000_0000;
        let message = format!("$v0 does not survive the call of {}", self.names.code_name(target));
        let mut places = vec![
            place(self.pc, format!("service {value} is asked for here, not {asked}")),
            place(set, "set here".to_owned()),
            place(call, "the call".to_owned()),
        ];
        let after = self.writer(R::R2);
        if after != 0 {
            places.push(place(after, "overwritten here".to_owned()));
        }
        let help = "put the number of the service into `$v0` right before its `syscall`";
        self.push((Check::Temporaries, "temporary"), message, places, help.to_owned());
    }

    fn report_same_word(&mut self, first: u32, second: u32) {
        let Some(load) = self.text.get(second) else { return };
        let address = self.values[load.c as usize].wrapping_add(load.imm.cast_unsigned());
        // A register of a device changes between two loads by itself.
        if self.names.program.image.map.in_mmio(address) {
            return;
        }
        let message = "compares a value with itself: both were loaded from one address".to_owned();
        let places = vec![
            place(second, "this loads the same value again".to_owned()),
            place(first, "loaded here".to_owned()),
            place(self.pc, "compared here".to_owned()),
        ];
        let help = "look at the offsets of the two loads: the next word is 4 bytes further";
        self.push_condition(message, places, help);
    }

    fn report_never_zero(&mut self, made: u32) {
        let Some((one, branch)) = self.text.get(made).zip(self.text.get(self.pc)) else { return };
        let always = if branch.op == Op::Beq { "never" } else { "always" };
        let message = format!("the result of `ori` with {} is never 0", one.imm);
        let places = vec![
            place(made, "this sets a bit, whatever was there".to_owned()),
            place(self.pc, format!("so this branch is {always} taken")),
        ];
        self.push_condition(message, places, "`andi` tells whether a bit is set");
    }

    fn report_upper_half(&mut self, taken: u32) {
        let Some(one) = self.text.get(self.pc) else { return };
        let [left, right] = [one.a, one.b].map(|reg| self.values[reg as usize].cast_signed());
        let is_small = left.unsigned_abs().max(right.unsigned_abs()) < FACTOR_MAX;
        let product = i64::from(left) * i64::from(right);
        if !is_small || product == 0 {
            return;
        }
        let upper = product >> 32;
        let message = format!("takes the upper half of {left} × {right} = {product}");
        let places = vec![
            place(taken, format!("`mfhi` gives {upper} here")),
            place(self.pc, "the product is made here".to_owned()),
        ];
        let help = "`mflo` gives the lower half, which is the product if it fits 32 bits";
        self.push((Check::Numbers, "upper-half"), message, places, help.to_owned());
    }

    fn report_raised_frame(&mut self, raise: u32) {
        let entry = self.text.procedure(raise);
        let name = self.names.code_name(entry);
        let message = format!("{name} moves $sp up where its frame should begin");
        let places = vec![
            place(raise, "this gives up memory instead of reserving it".to_owned()),
            place(self.pc, "$ra is stored in memory of the caller here".to_owned()),
        ];
        let help = "the stack grows down: take from `$sp` first, and add as much before `jr $ra`";
        self.push((Check::Stack, "stale-frame"), message, places, help.to_owned());
    }

    fn report_digit_code(&mut self, digit: R) {
        let value = self.values[digit as usize];
        let Some(byte) = u8::try_from(value).ok().filter(u8::is_ascii_digit) else { return };
        let shown = char::from(byte);
        let message = format!("adds the character '{shown}', which is {value}, to a number");
        let mut places = vec![place(self.pc, format!("{value} is added here"))];
        let loaded = self.writer(digit);
        if loaded != 0 {
            places.push(place(loaded, "the character is loaded here".to_owned()));
        }
        let help = "the characters '0' to '9' are 48 to 57: subtract 48 first";
        self.push((Check::Strings, "digit-code"), message, places, help.to_owned());
    }

    fn report_byte_as_word(&mut self, address: u32) {
        let Some(word) = self.initial_word(address).map(i32::cast_unsigned) else { return };
        if word >> 8 == 0 {
            return;
        }
        let name = self.names.label(address).unwrap_or_default();
        let message = format!("loads a word at `{name}`, which is a single byte");
        let says = format!("the three bytes after `{name}` are loaded too");
        let places = vec![place(self.pc, says)];
        let help = format!("`{name}` is declared by `.byte`: load it with `lb`");
        self.push((Check::Sizes, "word-of-bytes"), message, places, help);
    }
}
