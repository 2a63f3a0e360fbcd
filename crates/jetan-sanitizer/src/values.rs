//! Values that a program uses in a way nobody can mean: sums and comparisons of addresses, products
//! that lost their upper half, comparisons without a sign, bytes of words, newlines that were read.

use jetan_isa::{MemoryUse, Op, Reg, SegmentKind, Service};
use jetan_machine::code::DecodedInstruction;
use jetan_machine::registers::R;

use super::Check;
use super::calls::RegisterValues;
use super::reads::{copied_operand, reads};
use super::report::place;
use super::shadow::{DOUBT, NUMBER};
use super::state::{CheckerState, DoubtReason};

/// The most lost products that are written down.
// Every lost product is a reason of its own: a random generator in a loop would fill the list.
pub(super) const PRODUCTS_MAX: u32 = 64;
/// One factor of a product that is meant to be exact is not larger: random generators and hashes
/// multiply by large numbers and mean the low half.
const FACTOR_MAX: u32 = 1 << 20;
const NEWLINE: u8 = 10;
const ZERO_DIGIT: i32 = b'0' as i32;
/// Smaller numbers are not addresses of labels in any memory configuration's data.
const TABLE_MIN: u32 = 0x1000;

/// Negative numbers below this are taken for bits and not for numbers.
const NEGATIVE_MIN: i32 = -(1 << 20);

/// The bytes that an instruction has loaded from words, a byte at a time.
#[derive(Clone, Copy)]
pub(super) struct BytesOfWords {
    /// The first address.
    first: u32,
    /// Whether it takes other bytes of a word than the first too.
    is_meant: bool,
    /// Whether a word had more in it than was loaded.
    is_cut: bool,
}

impl CheckerState {
    /// Whether an instruction adds the addresses of two objects.
    #[inline(always)]
    pub(super) fn is_sum_of_addresses(&self, one: DecodedInstruction) -> bool {
        let (left, right) = (self.entry(one.b), self.entry(one.c));
        left != 0 && right != 0 && left != right && (left | right) & DOUBT == 0
    }

    /// Two addresses are added.
    #[cold]
    pub(super) fn report_added(&mut self, one: DecodedInstruction) {
        let [left, right] = [one.b, one.c].map(|reg| self.object_name(self.entry(reg) >> NUMBER));
        let message = format!("adds the address of {left} to the address of {right}");
        self.report_two_addresses("address-added", message, "added here", [one.b, one.c]);
    }

    fn report_two_addresses(
        &mut self,
        code: &'static str,
        message: String,
        says: &str,
        registers: [R; 2],
    ) {
        let mut places = vec![place(self.pc, says.to_owned())];
        let made = registers.map(|reg| self.writer(reg)).into_iter().filter(|&made| made != 0);
        places.extend(made.map(|made| place(made, "an address is loaded here".to_owned())));
        let help = "`la` gives the address of a label; `lw` loads what is stored there".to_owned();
        self.push((Check::Addresses, code), message, places, help);
    }

    /// A comparison that is suspicious by what writes its registers.
    #[cold]
    pub(super) fn compare_suspect(&mut self, one: DecodedInstruction) {
        if one.op != Op::Sltu {
            let numbers = [one.a, one.b].map(|reg| self.entry(reg));
            let is_address = |entry: u32| entry != 0 && entry & DOUBT == 0;
            if numbers.iter().all(|&entry| is_address(entry)) && numbers[0] != numbers[1] {
                let [left, right] = numbers.map(|entry| self.object_name(entry >> NUMBER));
                let message = format!("compares the address of {left} with the address of {right}");
                let says = "these are the addresses, not what is stored there";
                self.report_two_addresses("address-compared", message, says, [one.a, one.b]);
            }
            for (address, other) in [(one.a, one.b), (one.b, one.a)] {
                let value = self.values[other as usize];
                let number = self.compared_address(address, other, value);
                // A comparison with 0 may ask whether there is an address at all.
                if let Some(number) = number.filter(|_| value != 0) {
                    self.report_compared_address(number, self.writer(address));
                }
            }
            return;
        }
        let [left, right] = [one.b, one.c].map(|reg| self.values[reg as usize].cast_signed());
        let is_doubtful = (self.entry(one.b) | self.entry(one.c)) != 0;
        // Both signs alike compare alike.
        if is_doubtful || (left < 0) == (right < 0) {
            return;
        }
        let negative = left.min(right);
        let message =
            format!("{negative} is compared without its sign, as {}", negative.cast_unsigned());
        let says = if one.c == R::R0 {
            "without a sign nothing is less than 0, so this is never true".to_owned()
        } else {
            format!("{left} is compared with {right} here")
        };
        let places = vec![place(self.pc, says)];
        let help = "numbers that can be negative are compared with `slt`, `blt`, `bgt` and so on, \
                    without the `u`";
        self.push((Check::Numbers, "unsigned-comparison"), message, places, help.to_owned());
    }

    /// Whether an instruction that is looked at makes a product that does not fit a word.
    #[inline(always)]
    pub(super) fn loses_product(
        &self,
        values: &RegisterValues,
        index: usize,
        one: DecodedInstruction,
    ) -> bool {
        let (left, right) = factors(one);
        let left = values[left as usize & 31].cast_signed();
        let right = values[right as usize & 31].cast_signed();
        // The product is asked first, since it nearly always fits.
        left.checked_mul(right).is_none() && self.products.get(index).is_some_and(|&is| is)
    }

    /// Integers are multiplied: what is lost is written down, unless a constant says that the low
    /// half is meant.
    pub(super) fn multiply(&mut self, one: DecodedInstruction) {
        let index = self.index(self.pc) as usize;
        let values: &RegisterValues = self.values.first_chunk().expect("there are more");
        let multiplies = matches!(one.op, Op::Mul | Op::Mult);
        if !multiplies || self.products_left == 0 || !self.loses_product(values, index, one) {
            return;
        }
        let (left, right) = factors(one);
        if [left, right].into_iter().any(|reg| self.is_constant(reg)) {
            // A factor that is a constant once is one always, so the instruction is not looked at
            // again.
            self.products[index] = false;
            return;
        }
        let [one_factor, other] = [left, right].map(|reg| self.values[reg as usize].cast_signed());
        if one_factor.unsigned_abs().min(other.unsigned_abs()) > FACTOR_MAX {
            return;
        }
        self.products_left -= 1;
        let reason = DoubtReason::LostProduct { made: self.pc, one: one_factor, other };
        let entry = self.note(reason);
        if one.op == Op::Mult {
            self.product = entry;
        } else {
            self.pending = entry;
        }
    }

    /// Whether an instruction has put a number of its own into a register.
    fn is_constant(&self, reg: R) -> bool {
        let writer = self.text.get(self.writer(reg));
        writer.is_some_and(|one| match one.op {
            // `$at` holds the upper half of a constant of 32 bits.
            Op::Addi | Op::Addiu | Op::Ori => matches!(one.b, R::R0 | R::R1),
            op => op == Op::Lui,
        })
    }

    /// A value that was lost in part is used as a number.
    pub(super) fn report_lost_product(&mut self, made: u32, one: i32, other: i32) {
        let is_service = self.text.get(self.pc).is_some_and(|here| here.op == Op::Syscall);
        let service = Service::from_number(self.value(Reg::V0));
        if is_service && service != Some(Service::PrintInt) {
            return;
        }
        let whole = i64::from(one) * i64::from(other);
        let message = format!("{one} × {other} = {whole} does not fit 32 bits");
        let kept = one.wrapping_mul(other);
        let mut places = vec![place(made, format!("only the low half is kept: {kept}"))];
        if made != self.pc {
            places.push(place(self.pc, "used as a number here".to_owned()));
        }
        let help = "a word holds -2147483648 to 2147483647; after `mult`, `mfhi` gives the upper \
                    half of the product";
        self.push((Check::Numbers, "product-lost"), message, places, help.to_owned());
    }

    /// An instruction reads something that is only sometimes a mistake; whether that is all there
    /// is to say about the register.
    pub(super) fn use_mildly(&mut self, one: DecodedInstruction, reg: R) -> bool {
        let entry = self.entry(reg);
        let reason = if entry & DOUBT == 0 { None } else { self.reason(entry >> NUMBER) };
        match reason {
            Some(DoubtReason::Newline { read, start }) => {
                self.compare_newline(one, reg, read, start);
                let is_digit = matches!(one.op, Op::Addi | Op::Addiu) && one.imm == -ZERO_DIGIT;
                if is_digit && self.values[reg as usize] == u32::from(NEWLINE) {
                    self.pending = self.note(DoubtReason::NewlineDigit { read, made: self.pc });
                }
                true
            }
            // Comparing it is how programs find that it is not a digit.
            Some(DoubtReason::NewlineDigit { read, made }) => {
                if matches!(one.op, Op::Add | Op::Addu) {
                    self.report_newline_digit(read, made);
                }
                true
            }
            Some(DoubtReason::LostProduct { made, one: left, other }) => {
                // Comparisons and products take the value for a number, sums carry it on, and
                // anything else may well mean the low half.
                let is_number = matches!(
                    one.op,
                    Op::Slt | Op::Slti | Op::Blez | Op::Bgtz | Op::Bltz | Op::Bgez
                ) || matches!(one.op, Op::Mul | Op::Mult)
                    && ![factors(one).0, factors(one).1]
                        .into_iter()
                        .any(|factor| factor != reg && self.is_constant(factor));
                if is_number {
                    self.report_lost_product(made, left, other);
                } else if matches!(
                    one.op,
                    Op::Add | Op::Addu | Op::Sub | Op::Subu | Op::Addi | Op::Addiu
                ) {
                    self.pending = entry;
                }
                true
            }
            Some(DoubtReason::LostSign { made, value }) => {
                // Against zero the result of a shift is only looked at for bits that are left.
                let other = if one.b == reg { one.c } else { one.b };
                match one.op {
                    Op::Slt if other != R::R0 => self.report_lost_sign(made, value),
                    Op::Add | Op::Addu | Op::Sub | Op::Subu | Op::Addi | Op::Addiu => {
                        self.pending = entry;
                    }
                    _ => {}
                }
                true
            }
            _ => false,
        }
    }

    /// A number is divided or shifted without its sign: a small negative one is remembered.
    #[cold]
    pub(super) fn lose_sign(&mut self, one: DecodedInstruction) {
        let operand = if one.op == Op::Divu { one.a } else { one.b };
        let value = self.values[operand as usize].cast_signed();
        let is_number = (NEGATIVE_MIN..0).contains(&value) && self.entry(operand) == 0;
        if !is_number || self.products_left == 0 {
            return;
        }
        self.products_left -= 1;
        let entry = self.note(DoubtReason::LostSign { made: self.pc, value });
        if one.op == Op::Divu {
            self.product = entry;
        } else {
            self.pending = entry;
        }
    }

    /// A number that was divided or shifted without its sign is used.
    pub(super) fn report_lost_sign(&mut self, made: u32, value: i32) {
        let is_service = self.text.get(self.pc).is_some_and(|here| here.op == Op::Syscall);
        let service = Service::from_number(self.value(Reg::V0));
        if is_service && service != Some(Service::PrintInt) {
            return;
        }
        let is_division = self.text.get(made).is_some_and(|one| one.op == Op::Divu);
        let (deed, other) = if is_division { ("divided", "div") } else { ("shifted", "sra") };
        let large = value.cast_unsigned();
        let message = format!("{value} is {deed} without its sign, as {large}");
        let mut places = vec![place(made, format!("{value} is taken for {large} here"))];
        if made != self.pc {
            places.push(place(self.pc, "the result is used as a number here".to_owned()));
        }
        let help = format!("numbers that can be negative are {deed} with `{other}`");
        self.push((Check::Numbers, "sign-lost"), message, places, help);
    }

    /// A number is stored over a text by the name of its label.
    #[cold]
    pub(super) fn store_over_text(&mut self, one: DecodedInstruction) {
        let value = self.values[one.a as usize];
        let is_character = |byte: u8| matches!(byte, 0 | b'\t' | b'\n' | b'\r' | b' '..=b'~');
        // A word of characters is a part of a text, and 0 ends one.
        if value == 0 || value.to_le_bytes().into_iter().all(is_character) {
            return;
        }
        let start = self.pc.wrapping_sub(4);
        let name = self.object_name(self.objects.made_at(self.index(start) as usize));
        let number = value.cast_signed();
        let message = format!("stores the number {number} over the text {name}");
        let places = vec![place(self.pc, format!("{name} is declared as text"))];
        let help = "is the label of a `.word` or `.space` meant?".to_owned();
        self.push((Check::Sizes, "number-over-text"), message, places, help);
    }

    /// A service prints a string out of an object that is made of words.
    #[cold]
    pub(super) fn report_printed_words(&mut self, number: u32) {
        let address = self.value(Reg::A0);
        let word = self.initial_word(address).map(i32::cast_unsigned);
        let target = word.and_then(|word| self.names.label(word).filter(|_| word >= TABLE_MIN));
        let Some(target) = target else { return };
        let name = self.object_name(number);
        let message = format!("prints what {name} holds as a string, and that is an address");
        let says = format!("at this address is the address of `{target}`, not its text");
        let mut places = vec![place(self.pc, "service 4 prints characters".to_owned())];
        let made = self.writer(R::R4);
        if made != 0 {
            places.insert(0, place(made, says));
        }
        let help = "load the address of the text first: `lw $a0, 0($a0)`".to_owned();
        self.push((Check::Addresses, "table-printed"), message, places, help);
    }

    /// A service has stored what was typed: a newline among it is remembered.
    pub(super) fn keep_newline(&mut self, address: u32, bytes: &[u8]) {
        let is_read = Service::from_number(self.value(Reg::V0)) == Some(Service::ReadString);
        let is_here = self.text.get(self.pc).is_some_and(|one| one.op == Op::Syscall);
        let newline = bytes.iter().position(|&byte| byte == NEWLINE);
        if let Some(idx) = newline.filter(|_| is_read && is_here && self.checks.has(Check::Strings))
        {
            let start = self.value(Reg::A0);
            let entry = self.note(DoubtReason::Newline { read: self.pc, start });
            self.shadow.set(address.wrapping_add(idx as u32), 1, entry);
        }
    }

    /// A newline that was read is compared: with the end of another text, or with the beginning of
    /// its own.
    fn compare_newline(&mut self, one: DecodedInstruction, reg: R, read: u32, start: u32) {
        let (left, right) = match one.op {
            Op::Beq | Op::Bne => (one.a, one.b),
            Op::Sub | Op::Subu | Op::Xor => (one.b, one.c),
            _ => return,
        };
        let other = if left == reg { right } else { left };
        let is_newline = self.values[reg as usize] == u32::from(NEWLINE);
        let Some(from) = self.loaded_from(other).filter(|_| is_newline) else { return };
        let value = self.values[other as usize];
        let buffer = self.objects.at(start);
        let name = self.object_name(buffer);
        let with = match value {
            0 if self.objects.at(from) != buffer => "the end of another string",
            _ if from == start && value != u32::from(NEWLINE) => "its first character",
            _ => return,
        };
        let message = format!("compares the newline that was read into {name} with {with}");
        let places = vec![
            place(self.pc, format!("10 (newline) is compared with {} here", shown(value))),
            place(read, "`read string` keeps the newline at the end of the line".to_owned()),
        ];
        let help = "look for the byte 10 in the buffer after reading, and store 0 over it";
        self.push((Check::Strings, "newline-kept"), message, places, help.to_owned());
    }

    /// The newline that was read, less the code of '0', is added to a number.
    fn report_newline_digit(&mut self, read: u32, made: u32) {
        let message = "takes the newline that was read for a digit".to_owned();
        let places = vec![
            place(made, "10 (newline) - 48 gives -38 here".to_owned()),
            place(self.pc, "and that is added to the number".to_owned()),
            place(read, "`read string` keeps the newline at the end of the line".to_owned()),
        ];
        let help = "end the loop at the byte 10 too, not only at 0".to_owned();
        self.push((Check::Strings, "digit-code"), message, places, help);
    }

    /// A character is printed that was made of a number above 9 and '0'.
    pub(super) fn check_printed_digit(&mut self) {
        let value = self.value(Reg::A0);
        let past = value.wrapping_sub(ZERO_DIGIT.cast_unsigned());
        let Some(shown) = u8::try_from(value).ok().filter(|_| (10..16).contains(&past)) else {
            return;
        };
        let mut made = self.writer(R::R4);
        let copied = self.text.get(made).and_then(|one| {
            let idx = copied_operand(one).filter(|_| reads(one.op).memory == MemoryUse::None)?;
            Some([one.a, one.b, one.c][idx])
        });
        if let Some(copied) = copied {
            made = self.writer(copied);
        }
        let adds_zero = |one: DecodedInstruction| {
            matches!(one.op, Op::Addi | Op::Addiu) && one.imm == ZERO_DIGIT && one.b != R::R0
        };
        if !self.text.get(made).is_some_and(adds_zero) {
            return;
        }
        let shown = char::from(shown);
        let message = format!("prints '{shown}' for {past}: only 0 to 9 become digits with '0'");
        let places = vec![
            place(self.pc, "printed as a character here".to_owned()),
            place(made, format!("{past} + 48 is the code of '{shown}'")),
        ];
        let help =
            "print a number above 9 with service 1, or as a letter: 'A' - 10 more".to_owned();
        self.push((Check::Strings, "digit-code"), message, places, help);
    }

    /// The address that a byte in a register was loaded from, as far as its base still tells.
    fn loaded_from(&self, reg: R) -> Option<u32> {
        let load = self.text.get(self.writer(reg))?;
        let is_load = matches!(reads(load.op).memory, MemoryUse::Load(1));
        let address = self.values[load.c as usize].wrapping_add(load.imm.cast_unsigned());
        (is_load && reg != R::R0).then_some(address)
    }

    /// A byte is loaded from an object that is made of words or halves.
    #[cold]
    pub(super) fn load_byte_of_words(&mut self, address: u32) {
        let number = self.base >> NUMBER;
        let bytes = self.objects.element_bytes(number);
        let is_halves = bytes == 2;
        let element =
            if is_halves { self.initial_half(address) } else { self.initial_word(address) };
        let is_cut = element.is_some_and(|element| !(-128..256).contains(&element));
        let new = BytesOfWords { first: address, is_meant: false, is_cut: false };
        let known = self.bytes.entry(self.pc).or_insert(new);
        known.is_meant |= !address.is_multiple_of(bytes);
        known.is_cut |= is_cut;
        // One byte of one word may be a flag; a second word shows that an array is walked.
        if !known.is_meant && known.is_cut && known.first != address {
            let name = self.object_name(number);
            let (element, directive, load) =
                if is_halves { ("half word", ".half", "lh") } else { ("word", ".word", "lw") };
            let message = format!("loads one byte of each {element} of {name}");
            let says = format!("this takes the low 8 bits of a {element}");
            let places = vec![place(self.pc, says)];
            let help =
                format!("{name} is declared by `{directive}`: load its elements with `{load}`");
            self.push((Check::Sizes, "byte-of-word"), message, places, help);
        }
    }

    /// A byte is stored into an object that is made of words.
    #[cold]
    pub(super) fn store_byte_of_words(&mut self, address: u32) {
        let Some(one) = self.text.get(self.pc).filter(|one| one.op == Op::Sb) else { return };
        let value = self.values[one.a as usize].cast_signed();
        let body = self.text.body(self.text.procedure(self.pc));
        // Another offset shows that words are put together from bytes on purpose.
        let is_meant = body.into_iter().any(|(_, other)| other.op == Op::Sb && other.imm % 4 != 0);
        if is_meant || !address.is_multiple_of(4) || (-128..256).contains(&value) {
            return;
        }
        let name = self.object_name(self.base >> NUMBER);
        let message = format!("stores one byte of {value} into {name}, which is made of words");
        let kept = value & 0xff;
        let places = vec![place(self.pc, format!("only the low 8 bits are stored: {kept}"))];
        let help = format!("{name} is declared by `.word`: store its elements with `sw`");
        self.push((Check::Sizes, "byte-of-word"), message, places, help);
    }

    /// The value of a half word when the program was loaded.
    fn initial_half(&self, address: u32) -> Option<i32> {
        let word = self.initial_word(address & !3)?;
        let shift = 8 * (address & 2);
        Some(i32::from((word >> shift) as i16))
    }

    /// The value of a word when the program was loaded.
    pub(super) fn initial_word(&self, address: u32) -> Option<i32> {
        let segments = self.names.program.image.segments.iter();
        let mut data = segments.filter(|segment| segment.kind == SegmentKind::Data);
        data.find_map(|segment| {
            let at = address.checked_sub(segment.address)? as usize;
            let bytes = segment.bytes.get(at..at.checked_add(4)?)?;
            Some(i32::from_le_bytes(bytes.try_into().ok()?))
        })
    }
}

/// The registers that an instruction multiplies.
fn factors(one: DecodedInstruction) -> (R, R) {
    if one.op == Op::Mult { (one.a, one.b) } else { (one.b, one.c) }
}

/// A character as people write it.
fn shown(value: u32) -> String {
    match u8::try_from(value).ok().filter(u8::is_ascii_graphic) {
        Some(byte) => format!("{value} ('{}')", char::from(byte)),
        None if value == 0 => "0 (the end of a string)".to_owned(),
        None => value.to_string(),
    }
}
