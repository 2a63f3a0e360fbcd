//! THE table: every instruction of the machine, one row per operand list.
//!
//! ```text
//!     /// What it does, in one sentence; this is the row's summary.
//!     Lw = "lw", "rt, offset(base)", "w-r load:4", "100011 sssss ttttt iiiiiiiiiiiiiiii";
//!     |    |     |                    |             |
//!     |    |     |                    |             the machine word: digits are fixed,
//!     |    |     |                    |             letters are operands
//!     |    |     |                    what becomes of each operand, then what else is used
//!     |    |     operands as the source spells them, in source order
//!     |    mnemonic
//!     variant of `Op`
//! ```
//!
//! | word           | letter | operand                                                      |
//! |----------------|--------|--------------------------------------------------------------|
//! | `rd` `rs` `rt` | d s t  | CPU register                                                 |
//! | `fd` `fs` `ft` | d s t  | floating-point register                                      |
//! | `c0`           | d      | coprocessor 0 register, written like a CPU register          |
//! | `sa`           | a      | shift amount, 0 to 31                                        |
//! | `cc`           | c      | condition flag, kept in three bits                           |
//! | `imm`          | i      | signed 16-bit constant                                       |
//! | `uimm`         | i      | unsigned 16-bit constant                                     |
//! | `code`         | k      | unsigned 16-bit constant in a field of 20 bits               |
//! | `offset(base)` | i, s   | signed 16-bit constant plus CPU register: a memory address   |
//! | `label`        | i      | label within branch range, as a word offset                  |
//! | `target`       | j      | label within jump range, as a word address                   |
//!
//! | role | of the register that an operand names                                        |
//! |------|-------------------------------------------------------------------------------|
//! | `r`  | read                                                                          |
//! | `w`  | written, whatever was in it                                                   |
//! | `m`  | written in part or only sometimes, so that what was in it may stay            |
//! | `u`  | read, then written                                                            |
//! | `-`  | the operand is a number                                                       |
//!
//! Behind the operands stand, with the same letters, registers that no operand names (`hi`, `lo`,
//! `ra`, `epc`, `status`, and `flag` for condition flag 0), and how many bytes of memory are used
//! (`load`, `store`). What a service or an exception does is not in the table.
//!
//! A variant is named after its mnemonic. Where a mnemonic has two forms, the one with the extra
//! operand says so: `Flag` (an explicit condition flag), `Code` (of `break`); `JalrRa` is the one
//! that leaves out the link register. The order is that of MARS, which takes the first form whose
//! operands match.

use crate::op::instructions;

instructions! {
    /// Do nothing for one instruction.
    Nop = "nop", "", "", "000000 00000 00000 00000 00000 000000";
    /// Add; traps on signed overflow.
    Add = "add", "rd, rs, rt", "wrr", "000000 sssss ttttt ddddd 00000 100000";
    /// Subtract the second source from the first; traps on signed overflow.
    Sub = "sub", "rd, rs, rt", "wrr", "000000 sssss ttttt ddddd 00000 100010";
    /// Add a sign-extended constant; traps on signed overflow.
    Addi = "addi", "rt, rs, imm", "wr-", "001000 sssss ttttt iiiiiiiiiiiiiiii";
    /// Add; the sum wraps around instead of trapping.
    Addu = "addu", "rd, rs, rt", "wrr", "000000 sssss ttttt ddddd 00000 100001";
    /// Subtract; the difference wraps around instead of trapping.
    Subu = "subu", "rd, rs, rt", "wrr", "000000 sssss ttttt ddddd 00000 100011";
    /// Add a sign-extended constant; the sum wraps around instead of trapping.
    Addiu = "addiu", "rt, rs, imm", "wr-", "001001 sssss ttttt iiiiiiiiiiiiiiii";
    /// Multiply signed and put the 64-bit product in HI and LO.
    Mult = "mult", "rs, rt", "rr hi:w lo:w", "000000 sssss ttttt 00000 00000 011000";
    /// Multiply unsigned and put the 64-bit product in HI and LO.
    Multu = "multu", "rs, rt", "rr hi:w lo:w", "000000 sssss ttttt 00000 00000 011001";
    /// Multiply signed; rd gets the low 32 bits, HI and LO the whole product.
    Mul = "mul", "rd, rs, rt", "wrr hi:w lo:w", "011100 sssss ttttt ddddd 00000 000010";
    /// Multiply signed and add the 64-bit product to HI and LO.
    Madd = "madd", "rs, rt", "rr hi:u lo:u", "011100 sssss ttttt 00000 00000 000000";
    /// Multiply unsigned and add the 64-bit product to HI and LO.
    Maddu = "maddu", "rs, rt", "rr hi:u lo:u", "011100 sssss ttttt 00000 00000 000001";
    /// Multiply signed and subtract the 64-bit product from HI and LO.
    Msub = "msub", "rs, rt", "rr hi:u lo:u", "011100 sssss ttttt 00000 00000 000100";
    /// Multiply unsigned and subtract the 64-bit product from HI and LO.
    Msubu = "msubu", "rs, rt", "rr hi:u lo:u", "011100 sssss ttttt 00000 00000 000101";
    /// Divide signed: quotient to LO, remainder to HI; a zero divisor leaves both alone.
    Div = "div", "rs, rt", "rr hi:m lo:m", "000000 sssss ttttt 00000 00000 011010";
    /// Divide unsigned: quotient to LO, remainder to HI; a zero divisor leaves both alone.
    Divu = "divu", "rs, rt", "rr hi:m lo:m", "000000 sssss ttttt 00000 00000 011011";
    /// Copy HI, the high product word or the remainder, into a register.
    Mfhi = "mfhi", "rd", "w hi:r", "000000 00000 00000 ddddd 00000 010000";
    /// Copy LO, the low product word or the quotient, into a register.
    Mflo = "mflo", "rd", "w lo:r", "000000 00000 00000 ddddd 00000 010010";
    /// Copy a register into HI.
    Mthi = "mthi", "rs", "r hi:w", "000000 sssss 00000 00000 00000 010001";
    /// Copy a register into LO.
    Mtlo = "mtlo", "rs", "r lo:w", "000000 sssss 00000 00000 00000 010011";
    /// Combine two registers bit by bit with AND.
    And = "and", "rd, rs, rt", "wrr", "000000 sssss ttttt ddddd 00000 100100";
    /// Combine two registers bit by bit with OR.
    Or = "or", "rd, rs, rt", "wrr", "000000 sssss ttttt ddddd 00000 100101";
    /// AND a register with a zero-extended constant.
    Andi = "andi", "rt, rs, uimm", "wr-", "001100 sssss ttttt iiiiiiiiiiiiiiii";
    /// OR a register with a zero-extended constant.
    Ori = "ori", "rt, rs, uimm", "wr-", "001101 sssss ttttt iiiiiiiiiiiiiiii";
    /// OR two registers bit by bit and invert the result.
    Nor = "nor", "rd, rs, rt", "wrr", "000000 sssss ttttt ddddd 00000 100111";
    /// Combine two registers bit by bit with exclusive OR.
    Xor = "xor", "rd, rs, rt", "wrr", "000000 sssss ttttt ddddd 00000 100110";
    /// Exclusive-OR a register with a zero-extended constant.
    Xori = "xori", "rt, rs, uimm", "wr-", "001110 sssss ttttt iiiiiiiiiiiiiiii";
    /// Shift left by a fixed amount, filling with zeros.
    Sll = "sll", "rd, rt, sa", "wr-", "000000 00000 ttttt ddddd aaaaa 000000";
    /// Shift left by the low five bits of rs, filling with zeros.
    Sllv = "sllv", "rd, rt, rs", "wrr", "000000 sssss ttttt ddddd 00000 000100";
    /// Shift right by a fixed amount, filling with zeros.
    Srl = "srl", "rd, rt, sa", "wr-", "000000 00000 ttttt ddddd aaaaa 000010";
    /// Shift right by a fixed amount, filling with copies of the sign bit.
    Sra = "sra", "rd, rt, sa", "wr-", "000000 00000 ttttt ddddd aaaaa 000011";
    /// Shift right by the low five bits of rs, filling with copies of the sign bit.
    Srav = "srav", "rd, rt, rs", "wrr", "000000 sssss ttttt ddddd 00000 000111";
    /// Shift right by the low five bits of rs, filling with zeros.
    Srlv = "srlv", "rd, rt, rs", "wrr", "000000 sssss ttttt ddddd 00000 000110";
    /// Load a word; the address must be a multiple of 4.
    Lw = "lw", "rt, offset(base)", "w-r load:4", "100011 sssss ttttt iiiiiiiiiiiiiiii";
    /// Load a word for a later sc; behaves exactly like lw here.
    Ll = "ll", "rt, offset(base)", "w-r load:4", "110000 sssss ttttt iiiiiiiiiiiiiiii";
    /// Load the bytes from an unaligned address down to its word boundary into the left of rt.
    Lwl = "lwl", "rt, offset(base)", "m-r load:1", "100010 sssss ttttt iiiiiiiiiiiiiiii";
    /// Load the bytes from an unaligned address up to its word boundary into the right of rt.
    Lwr = "lwr", "rt, offset(base)", "m-r load:1", "100110 sssss ttttt iiiiiiiiiiiiiiii";
    /// Store a word; the address must be a multiple of 4.
    Sw = "sw", "rt, offset(base)", "r-r store:4", "101011 sssss ttttt iiiiiiiiiiiiiiii";
    /// Store a word and set rt to 1, since the store always succeeds here.
    Sc = "sc", "rt, offset(base)", "u-r store:4", "111000 sssss ttttt iiiiiiiiiiiiiiii";
    /// Store the left bytes of rt from an unaligned address down to its word boundary.
    Swl = "swl", "rt, offset(base)", "r-r store:1", "101010 sssss ttttt iiiiiiiiiiiiiiii";
    /// Store the right bytes of rt from an unaligned address up to its word boundary.
    Swr = "swr", "rt, offset(base)", "r-r store:1", "101110 sssss ttttt iiiiiiiiiiiiiiii";
    /// Put a constant in the upper half of rt and zero the lower half.
    Lui = "lui", "rt, uimm", "w-", "001111 00000 ttttt iiiiiiiiiiiiiiii";
    /// Branch if two registers are equal.
    Beq = "beq", "rs, rt, label", "rr-", "000100 sssss ttttt iiiiiiiiiiiiiiii";
    /// Branch if two registers differ.
    Bne = "bne", "rs, rt, label", "rr-", "000101 sssss ttttt iiiiiiiiiiiiiiii";
    /// Branch if a register is zero or positive.
    Bgez = "bgez", "rs, label", "r-", "000001 sssss 00001 iiiiiiiiiiiiiiii";
    /// Branch if a register is zero or positive, leaving the return address in $ra.
    Bgezal = "bgezal", "rs, label", "r- ra:m", "000001 sssss 10001 iiiiiiiiiiiiiiii";
    /// Branch if a register is positive.
    Bgtz = "bgtz", "rs, label", "r-", "000111 sssss 00000 iiiiiiiiiiiiiiii";
    /// Branch if a register is zero or negative.
    Blez = "blez", "rs, label", "r-", "000110 sssss 00000 iiiiiiiiiiiiiiii";
    /// Branch if a register is negative.
    Bltz = "bltz", "rs, label", "r-", "000001 sssss 00000 iiiiiiiiiiiiiiii";
    /// Branch if a register is negative, leaving the return address in $ra.
    Bltzal = "bltzal", "rs, label", "r- ra:m", "000001 sssss 10000 iiiiiiiiiiiiiiii";
    /// Set rd to 1 if rs is less than rt as signed numbers, else to 0.
    Slt = "slt", "rd, rs, rt", "wrr", "000000 sssss ttttt ddddd 00000 101010";
    /// Set rd to 1 if rs is less than rt as unsigned numbers, else to 0.
    Sltu = "sltu", "rd, rs, rt", "wrr", "000000 sssss ttttt ddddd 00000 101011";
    /// Set rt to 1 if rs is less than a sign-extended constant, else to 0.
    Slti = "slti", "rt, rs, imm", "wr-", "001010 sssss ttttt iiiiiiiiiiiiiiii";
    /// Set rt to 1 if rs is below a sign-extended constant, both as unsigned, else to 0.
    Sltiu = "sltiu", "rt, rs, imm", "wr-", "001011 sssss ttttt iiiiiiiiiiiiiiii";
    /// Copy rs to rd if rt is not zero.
    Movn = "movn", "rd, rs, rt", "mrr", "000000 sssss ttttt ddddd 00000 001011";
    /// Copy rs to rd if rt is zero.
    Movz = "movz", "rd, rs, rt", "mrr", "000000 sssss ttttt ddddd 00000 001010";
    /// Copy rs to rd if condition flag 0 is false.
    Movf = "movf", "rd, rs", "mr flag:r", "000000 sssss 00000 ddddd 00000 000001";
    /// Copy rs to rd if the given condition flag is false.
    MovfFlag = "movf", "rd, rs, cc", "mrr", "000000 sssss ccc 00 ddddd 00000 000001";
    /// Copy rs to rd if condition flag 0 is true.
    Movt = "movt", "rd, rs", "mr flag:r", "000000 sssss 00001 ddddd 00000 000001";
    /// Copy rs to rd if the given condition flag is true.
    MovtFlag = "movt", "rd, rs, cc", "mrr", "000000 sssss ccc 01 ddddd 00000 000001";
    /// Raise a breakpoint exception carrying a code.
    BreakCode = "break", "code", "-", "000000 kkkkkkkkkkkkkkkkkkkk 001101";
    /// Raise a breakpoint exception.
    Break = "break", "", "", "000000 00000 00000 00000 00000 001101";
    /// Ask for the service whose number is in $v0.
    Syscall = "syscall", "", "", "000000 00000 00000 00000 00000 001100";
    /// Jump to a label in the same 256 MiB region.
    J = "j", "target", "-", "000010 jjjjjjjjjjjjjjjjjjjjjjjjjj";
    /// Jump to the address in a register.
    Jr = "jr", "rs", "r", "000000 sssss 00000 00000 00000 001000";
    /// Call a label: jump there, leaving the return address in $ra.
    Jal = "jal", "target", "- ra:w", "000011 jjjjjjjjjjjjjjjjjjjjjjjjjj";
    /// Call the address in rs, leaving the return address in rd.
    Jalr = "jalr", "rd, rs", "wr", "000000 sssss 00000 ddddd 00000 001001";
    /// Call the address in a register, leaving the return address in $ra.
    JalrRa = "jalr", "rs", "r ra:w", "000000 sssss 00000 11111 00000 001001";
    /// Load a byte and sign-extend it.
    Lb = "lb", "rt, offset(base)", "w-r load:1", "100000 sssss ttttt iiiiiiiiiiiiiiii";
    /// Load a halfword and sign-extend it; the address must be even.
    Lh = "lh", "rt, offset(base)", "w-r load:2", "100001 sssss ttttt iiiiiiiiiiiiiiii";
    /// Load a halfword and zero-extend it; the address must be even.
    Lhu = "lhu", "rt, offset(base)", "w-r load:2", "100101 sssss ttttt iiiiiiiiiiiiiiii";
    /// Load a byte and zero-extend it.
    Lbu = "lbu", "rt, offset(base)", "w-r load:1", "100100 sssss ttttt iiiiiiiiiiiiiiii";
    /// Store the low byte of a register.
    Sb = "sb", "rt, offset(base)", "r-r store:1", "101000 sssss ttttt iiiiiiiiiiiiiiii";
    /// Store the low halfword of a register; the address must be even.
    Sh = "sh", "rt, offset(base)", "r-r store:2", "101001 sssss ttttt iiiiiiiiiiiiiiii";
    /// Count how many one bits rs has above its highest zero bit.
    Clo = "clo", "rd, rs", "wr", "011100 sssss 00000 ddddd 00000 100001";
    /// Count how many zero bits rs has above its highest one bit.
    Clz = "clz", "rd, rs", "wr", "011100 sssss 00000 ddddd 00000 100000";
    /// Copy a coprocessor 0 register into a register.
    Mfc0 = "mfc0", "rt, c0", "wr", "010000 00000 ttttt ddddd 00000 000000";
    /// Copy a register into a coprocessor 0 register.
    Mtc0 = "mtc0", "rt, c0", "rw", "010000 00100 ttttt ddddd 00000 000000";
    /// Add two single-precision numbers.
    AddS = "add.s", "fd, fs, ft", "wrr", "010001 10000 ttttt sssss ddddd 000000";
    /// Subtract the second single-precision number from the first.
    SubS = "sub.s", "fd, fs, ft", "wrr", "010001 10000 ttttt sssss ddddd 000001";
    /// Multiply two single-precision numbers.
    MulS = "mul.s", "fd, fs, ft", "wrr", "010001 10000 ttttt sssss ddddd 000010";
    /// Divide the first single-precision number by the second.
    DivS = "div.s", "fd, fs, ft", "wrr", "010001 10000 ttttt sssss ddddd 000011";
    /// Take the square root of a single-precision number; NaN if it is negative.
    SqrtS = "sqrt.s", "fd, fs", "wr", "010001 10000 00000 sssss ddddd 000100";
    /// Round a single-precision number down to a 32-bit integer.
    FloorWS = "floor.w.s", "fd, fs", "wr", "010001 10000 00000 sssss ddddd 001111";
    /// Round a single-precision number up to a 32-bit integer.
    CeilWS = "ceil.w.s", "fd, fs", "wr", "010001 10000 00000 sssss ddddd 001110";
    /// Round a single-precision number to the nearest 32-bit integer, ties to even.
    RoundWS = "round.w.s", "fd, fs", "wr", "010001 10000 00000 sssss ddddd 001100";
    /// Round a single-precision number toward zero to a 32-bit integer.
    TruncWS = "trunc.w.s", "fd, fs", "wr", "010001 10000 00000 sssss ddddd 001101";
    /// Add two double-precision numbers.
    AddD = "add.d", "fd, fs, ft", "wrr", "010001 10001 ttttt sssss ddddd 000000";
    /// Subtract the second double-precision number from the first.
    SubD = "sub.d", "fd, fs, ft", "wrr", "010001 10001 ttttt sssss ddddd 000001";
    /// Multiply two double-precision numbers.
    MulD = "mul.d", "fd, fs, ft", "wrr", "010001 10001 ttttt sssss ddddd 000010";
    /// Divide the first double-precision number by the second.
    DivD = "div.d", "fd, fs, ft", "wrr", "010001 10001 ttttt sssss ddddd 000011";
    /// Take the square root of a double-precision number; NaN if it is negative.
    SqrtD = "sqrt.d", "fd, fs", "wr", "010001 10001 00000 sssss ddddd 000100";
    /// Round a double-precision number down to a 32-bit integer.
    FloorWD = "floor.w.d", "fd, fs", "wr", "010001 10001 00000 sssss ddddd 001111";
    /// Round a double-precision number up to a 32-bit integer.
    CeilWD = "ceil.w.d", "fd, fs", "wr", "010001 10001 00000 sssss ddddd 001110";
    /// Round a double-precision number to the nearest 32-bit integer, ties to even.
    RoundWD = "round.w.d", "fd, fs", "wr", "010001 10001 00000 sssss ddddd 001100";
    /// Round a double-precision number toward zero to a 32-bit integer.
    TruncWD = "trunc.w.d", "fd, fs", "wr", "010001 10001 00000 sssss ddddd 001101";
    /// Branch if condition flag 0 is true.
    Bc1t = "bc1t", "label", "- flag:r", "010001 01000 00001 iiiiiiiiiiiiiiii";
    /// Branch if the given condition flag is true.
    Bc1tFlag = "bc1t", "cc, label", "r-", "010001 01000 ccc 01 iiiiiiiiiiiiiiii";
    /// Branch if condition flag 0 is false.
    Bc1f = "bc1f", "label", "- flag:r", "010001 01000 00000 iiiiiiiiiiiiiiii";
    /// Branch if the given condition flag is false.
    Bc1fFlag = "bc1f", "cc, label", "r-", "010001 01000 ccc 00 iiiiiiiiiiiiiiii";
    /// Set condition flag 0 if the first single equals the second, else clear it.
    CEqS = "c.eq.s", "fs, ft", "rr flag:w", "010001 10000 ttttt sssss 00000 110010";
    /// Set the given condition flag if the first single equals the second, else clear it.
    CEqSFlag = "c.eq.s", "cc, fs, ft", "wrr", "010001 10000 ttttt sssss ccc 00 110010";
    /// Set condition flag 0 if the first single is at most the second, else clear it.
    CLeS = "c.le.s", "fs, ft", "rr flag:w", "010001 10000 ttttt sssss 00000 111110";
    /// Set the given condition flag if the first single is at most the second, else clear it.
    CLeSFlag = "c.le.s", "cc, fs, ft", "wrr", "010001 10000 ttttt sssss ccc 00 111110";
    /// Set condition flag 0 if the first single is less than the second, else clear it.
    CLtS = "c.lt.s", "fs, ft", "rr flag:w", "010001 10000 ttttt sssss 00000 111100";
    /// Set the given condition flag if the first single is less than the second, else clear it.
    CLtSFlag = "c.lt.s", "cc, fs, ft", "wrr", "010001 10000 ttttt sssss ccc 00 111100";
    /// Set condition flag 0 if the first double equals the second, else clear it.
    CEqD = "c.eq.d", "fs, ft", "rr flag:w", "010001 10001 ttttt sssss 00000 110010";
    /// Set the given condition flag if the first double equals the second, else clear it.
    CEqDFlag = "c.eq.d", "cc, fs, ft", "wrr", "010001 10001 ttttt sssss ccc 00 110010";
    /// Set condition flag 0 if the first double is at most the second, else clear it.
    CLeD = "c.le.d", "fs, ft", "rr flag:w", "010001 10001 ttttt sssss 00000 111110";
    /// Set the given condition flag if the first double is at most the second, else clear it.
    CLeDFlag = "c.le.d", "cc, fs, ft", "wrr", "010001 10001 ttttt sssss ccc 00 111110";
    /// Set condition flag 0 if the first double is less than the second, else clear it.
    CLtD = "c.lt.d", "fs, ft", "rr flag:w", "010001 10001 ttttt sssss 00000 111100";
    /// Set the given condition flag if the first double is less than the second, else clear it.
    CLtDFlag = "c.lt.d", "cc, fs, ft", "wrr", "010001 10001 ttttt sssss ccc 00 111100";
    /// Clear the sign of a single-precision number.
    AbsS = "abs.s", "fd, fs", "wr", "010001 10000 00000 sssss ddddd 000101";
    /// Clear the sign of a double-precision number.
    AbsD = "abs.d", "fd, fs", "wr", "010001 10001 00000 sssss ddddd 000101";
    /// Convert a single-precision number to double precision.
    CvtDS = "cvt.d.s", "fd, fs", "wr", "010001 10000 00000 sssss ddddd 100001";
    /// Convert a 32-bit integer to double precision.
    CvtDW = "cvt.d.w", "fd, fs", "wr", "010001 10100 00000 sssss ddddd 100001";
    /// Convert a double-precision number to single precision.
    CvtSD = "cvt.s.d", "fd, fs", "wr", "010001 10001 00000 sssss ddddd 100000";
    /// Convert a 32-bit integer to single precision.
    CvtSW = "cvt.s.w", "fd, fs", "wr", "010001 10100 00000 sssss ddddd 100000";
    /// Convert a double-precision number to a 32-bit integer, rounding toward zero.
    CvtWD = "cvt.w.d", "fd, fs", "wr", "010001 10001 00000 sssss ddddd 100100";
    /// Convert a single-precision number to a 32-bit integer, rounding toward zero.
    CvtWS = "cvt.w.s", "fd, fs", "wr", "010001 10000 00000 sssss ddddd 100100";
    /// Copy a double-precision number.
    MovD = "mov.d", "fd, fs", "wr", "010001 10001 00000 sssss ddddd 000110";
    /// Copy a double-precision number if condition flag 0 is false.
    MovfD = "movf.d", "fd, fs", "mr flag:r", "010001 10001 00000 sssss ddddd 010001";
    /// Copy a double-precision number if the given condition flag is false.
    MovfDFlag = "movf.d", "fd, fs, cc", "mrr", "010001 10001 ccc 00 sssss ddddd 010001";
    /// Copy a double-precision number if condition flag 0 is true.
    MovtD = "movt.d", "fd, fs", "mr flag:r", "010001 10001 00001 sssss ddddd 010001";
    /// Copy a double-precision number if the given condition flag is true.
    MovtDFlag = "movt.d", "fd, fs, cc", "mrr", "010001 10001 ccc 01 sssss ddddd 010001";
    /// Copy a double-precision number if rt is not zero.
    MovnD = "movn.d", "fd, fs, rt", "mrr", "010001 10001 ttttt sssss ddddd 010011";
    /// Copy a double-precision number if rt is zero.
    MovzD = "movz.d", "fd, fs, rt", "mrr", "010001 10001 ttttt sssss ddddd 010010";
    /// Copy a single-precision number.
    MovS = "mov.s", "fd, fs", "wr", "010001 10000 00000 sssss ddddd 000110";
    /// Copy a single-precision number if condition flag 0 is false.
    MovfS = "movf.s", "fd, fs", "mr flag:r", "010001 10000 00000 sssss ddddd 010001";
    /// Copy a single-precision number if the given condition flag is false.
    MovfSFlag = "movf.s", "fd, fs, cc", "mrr", "010001 10000 ccc 00 sssss ddddd 010001";
    /// Copy a single-precision number if condition flag 0 is true.
    MovtS = "movt.s", "fd, fs", "mr flag:r", "010001 10000 00001 sssss ddddd 010001";
    /// Copy a single-precision number if the given condition flag is true.
    MovtSFlag = "movt.s", "fd, fs, cc", "mrr", "010001 10000 ccc 01 sssss ddddd 010001";
    /// Copy a single-precision number if rt is not zero.
    MovnS = "movn.s", "fd, fs, rt", "mrr", "010001 10000 ttttt sssss ddddd 010011";
    /// Copy a single-precision number if rt is zero.
    MovzS = "movz.s", "fd, fs, rt", "mrr", "010001 10000 ttttt sssss ddddd 010010";
    /// Copy the 32 bits of a floating-point register into a register.
    Mfc1 = "mfc1", "rt, fs", "wr", "010001 00000 ttttt sssss 00000 000000";
    /// Copy the 32 bits of a register into a floating-point register.
    Mtc1 = "mtc1", "rt, fs", "rw", "010001 00100 ttttt sssss 00000 000000";
    /// Flip the sign of a double-precision number.
    NegD = "neg.d", "fd, fs", "wr", "010001 10001 00000 sssss ddddd 000111";
    /// Flip the sign of a single-precision number.
    NegS = "neg.s", "fd, fs", "wr", "010001 10000 00000 sssss ddddd 000111";
    /// Load a word into a floating-point register; the address must be a multiple of 4.
    Lwc1 = "lwc1", "ft, offset(base)", "w-r load:4", "110001 sssss ttttt iiiiiiiiiiiiiiii";
    /// Load a double into an even register and its neighbour; the address must be a multiple of 8.
    Ldc1 = "ldc1", "ft, offset(base)", "w-r load:8", "110101 sssss ttttt iiiiiiiiiiiiiiii";
    /// Store a floating-point register as a word; the address must be a multiple of 4.
    Swc1 = "swc1", "ft, offset(base)", "r-r store:4", "111001 sssss ttttt iiiiiiiiiiiiiiii";
    /// Store an even register and its neighbour as a double; the address must be a multiple of 8.
    Sdc1 = "sdc1", "ft, offset(base)", "r-r store:8", "111101 sssss ttttt iiiiiiiiiiiiiiii";
    /// Trap if two registers are equal.
    Teq = "teq", "rs, rt", "rr", "000000 sssss ttttt 00000 00000 110100";
    /// Trap if a register equals a sign-extended constant.
    Teqi = "teqi", "rs, imm", "r-", "000001 sssss 01100 iiiiiiiiiiiiiiii";
    /// Trap if two registers differ.
    Tne = "tne", "rs, rt", "rr", "000000 sssss ttttt 00000 00000 110110";
    /// Trap if a register differs from a sign-extended constant.
    Tnei = "tnei", "rs, imm", "r-", "000001 sssss 01110 iiiiiiiiiiiiiiii";
    /// Trap if rs is at least rt as signed numbers.
    Tge = "tge", "rs, rt", "rr", "000000 sssss ttttt 00000 00000 110000";
    /// Trap if rs is at least rt as unsigned numbers.
    Tgeu = "tgeu", "rs, rt", "rr", "000000 sssss ttttt 00000 00000 110001";
    /// Trap if a register is at least a sign-extended constant.
    Tgei = "tgei", "rs, imm", "r-", "000001 sssss 01000 iiiiiiiiiiiiiiii";
    /// Trap if a register is at least a sign-extended constant, both as unsigned.
    Tgeiu = "tgeiu", "rs, imm", "r-", "000001 sssss 01001 iiiiiiiiiiiiiiii";
    /// Trap if rs is less than rt as signed numbers.
    Tlt = "tlt", "rs, rt", "rr", "000000 sssss ttttt 00000 00000 110010";
    /// Trap if rs is less than rt as unsigned numbers.
    Tltu = "tltu", "rs, rt", "rr", "000000 sssss ttttt 00000 00000 110011";
    /// Trap if a register is less than a sign-extended constant.
    Tlti = "tlti", "rs, imm", "r-", "000001 sssss 01010 iiiiiiiiiiiiiiii";
    /// Trap if a register is below a sign-extended constant, both as unsigned.
    Tltiu = "tltiu", "rs, imm", "r-", "000001 sssss 01011 iiiiiiiiiiiiiiii";
    /// Return from an exception: continue at EPC and leave exception level.
    Eret = "eret", "", "epc:r status:u", "010000 10000 00000 00000 00000 011000";
}
