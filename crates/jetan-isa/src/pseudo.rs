//! The pseudo-instructions: forms the assembler replaces by real instructions.
//!
//! ```text
//!     /// What it does, in one sentence; this is the row's summary.
//!     "lw", "rt, label(rs)" =>
//!         "lui $at, ha(label); addu $at, $at, rs; lw rt, lo(label)($at)",
//!         compact "lw rt, lo(label)(rs)";
//! ```
//!
//! A row has a mnemonic, its operands, and the instructions it stands for; `compact` gives a
//! shorter list for memory maps in which every address fits 15 bits. `broken_in_mars` marks a form
//! that MARS lists but cannot assemble; `extension`, one that MARS does not have. Those stand
//! behind all others, so that what MARS accepts means what it means there.
//!
//! | operand word               | accepts                                |
//! |----------------------------|----------------------------------------|
//! | `rd` `rs` `rt`             | CPU register                           |
//! | `fd` `fs` `ft`             | floating-point register                |
//! | `u5` `s16` `u16` `i32`     | integer that fits                      |
//! | `f32` `f64`                | number that becomes a float            |
//! | `label`, `label+i32`       | label, label plus integer              |
//!
//! | in an expansion            | means                                               |
//! |----------------------------|-----------------------------------------------------|
//! | `lo(x)`, `lou(x)`          | low 16 bits, sign-extended or zero-extended         |
//! | `hi(x)`                    | `x >> 16`, arithmetic                               |
//! | `ha(x)`                    | `hi(x)` plus bit 15 of `x`, to be completed by `lo` |
//! | `next(r)`                  | the register after `r`                              |
//! | `sub32(n)`                 | `32 - n`                                            |
//! | `skip(1)`                  | branch over the next instruction                    |
//! | `[db] nop`                 | emitted with delayed branching only                 |
//!
//! `x` is a sum of operands and a constant, where a label counts as its address; `f64` is the lower
//! half of a float there, and `upper` the upper one. The order is that
//! of MARS, which takes the first form whose operands match; the instructions of the first table
//! come before all of these.

use crate::template::text::{parse_templates, template_count};
use crate::template::{Pseudo, Template};

/// Turns the rows below into [`PSEUDOS`] and [`PSEUDO_COUNT`].
macro_rules! pseudos {
    ($(
        #[doc = $summary:literal]
        $name:literal, $syntax:literal $(, $flag:ident)? =>
            $expansion:literal $(, compact $compact:literal)?;
    )*) => {
        /// The number of forms of pseudo-instructions.
        pub const PSEUDO_COUNT: usize = [$( $name, )*].len();

        /// Every form, in the order in which MARS tries them.
        pub static PSEUDOS: [Pseudo; PSEUDO_COUNT] = [$({
            // An item per row: as one expression the table costs the compiler a second more.
            const ROW: Pseudo = Pseudo::parse(
                $name,
                $syntax,
                $summary,
                pseudos!(@templates $expansion, $syntax),
                pseudos!(@compact $syntax $($compact)?),
                pseudos!(@rejects $($flag)?),
                pseudos!(@extends $($flag)?),
            );
            ROW
        },)*];
    };
    (@templates $text:literal, $syntax:literal) => {{
        const TEMPLATES: &[Template] =
            &parse_templates::<{ template_count($text) }>($text, $syntax);
        TEMPLATES
    }};
    (@compact $syntax:literal) => { None };
    (@compact $syntax:literal $text:literal) => { Some(pseudos!(@templates $text, $syntax)) };
    (@rejects) => { false };
    (@rejects broken_in_mars) => { true };
    (@rejects extension) => { false };
    (@extends) => { false };
    (@extends broken_in_mars) => { false };
    (@extends extension) => { true };
}

pseudos! {
    /// Invert every bit of a register.
    "not", "rd, rs" => "nor rd, rs, $zero";
    /// Add a signed 16-bit constant; traps on signed overflow.
    "add", "rd, rs, s16" => "addi rd, rs, lo(s16)";
    /// Add a 32-bit constant; traps on signed overflow.
    "add", "rd, rs, i32" => "lui $at, hi(i32); ori $at, $at, lou(i32); add rd, rs, $at";
    /// Add a 32-bit constant without trapping.
    "addu", "rd, rs, i32" => "lui $at, hi(i32); ori $at, $at, lou(i32); addu rd, rs, $at";
    /// Add a 32-bit constant; traps on signed overflow.
    "addi", "rd, rs, i32" => "lui $at, hi(i32); ori $at, $at, lou(i32); add rd, rs, $at";
    /// Add a 32-bit constant without trapping.
    "addiu", "rd, rs, i32" => "lui $at, hi(i32); ori $at, $at, lou(i32); addu rd, rs, $at";
    /// Subtract a signed 16-bit constant; traps on signed overflow.
    "sub", "rd, rs, s16" => "addi $at, $zero, lo(s16); sub rd, rs, $at";
    /// Subtract a 32-bit constant; traps on signed overflow.
    "sub", "rd, rs, i32" => "lui $at, hi(i32); ori $at, $at, lou(i32); sub rd, rs, $at";
    /// Subtract a 32-bit constant without trapping.
    "subu", "rd, rs, i32" => "lui $at, hi(i32); ori $at, $at, lou(i32); subu rd, rs, $at";
    /// Subtract a signed 16-bit constant; traps on signed overflow.
    "subi", "rd, rs, s16" => "addi $at, $zero, lo(s16); sub rd, rs, $at";
    /// Subtract a 32-bit constant; traps on signed overflow.
    "subi", "rd, rs, i32" => "lui $at, hi(i32); ori $at, $at, lou(i32); sub rd, rs, $at";
    /// Subtract a 32-bit constant without trapping.
    "subiu", "rd, rs, i32" => "lui $at, hi(i32); ori $at, $at, lou(i32); subu rd, rs, $at";
    /// AND a register with a 32-bit constant.
    "andi", "rd, rs, i32" => "lui $at, hi(i32); ori $at, $at, lou(i32); and rd, rs, $at";
    /// OR a register with a 32-bit constant.
    "ori", "rd, rs, i32" => "lui $at, hi(i32); ori $at, $at, lou(i32); or rd, rs, $at";
    /// Exclusive-OR a register with a 32-bit constant.
    "xori", "rd, rs, i32" => "lui $at, hi(i32); ori $at, $at, lou(i32); xor rd, rs, $at";
    /// AND a register with an unsigned 16-bit constant.
    "and", "rd, rs, u16" => "andi rd, rs, lou(u16)";
    /// OR a register with an unsigned 16-bit constant.
    "or", "rd, rs, u16" => "ori rd, rs, lou(u16)";
    /// Exclusive-OR a register with an unsigned 16-bit constant.
    "xor", "rd, rs, u16" => "xori rd, rs, lou(u16)";
    /// AND a register in place with an unsigned 16-bit constant.
    "and", "rd, u16" => "andi rd, rd, lou(u16)";
    /// OR a register in place with an unsigned 16-bit constant.
    "or", "rd, u16" => "ori rd, rd, lou(u16)";
    /// Exclusive-OR a register in place with an unsigned 16-bit constant.
    "xor", "rd, u16" => "xori rd, rd, lou(u16)";
    /// AND a register in place with an unsigned 16-bit constant.
    "andi", "rd, u16" => "andi rd, rd, lou(u16)";
    /// OR a register in place with an unsigned 16-bit constant.
    "ori", "rd, u16" => "ori rd, rd, lou(u16)";
    /// Exclusive-OR a register in place with an unsigned 16-bit constant.
    "xori", "rd, u16" => "xori rd, rd, lou(u16)";
    /// AND a register in place with a 32-bit constant.
    "andi", "rd, i32" => "lui $at, hi(i32); ori $at, $at, lou(i32); and rd, rd, $at";
    /// OR a register in place with a 32-bit constant.
    "ori", "rd, i32" => "lui $at, hi(i32); ori $at, $at, lou(i32); or rd, rd, $at";
    /// Exclusive-OR a register in place with a 32-bit constant.
    "xori", "rd, i32" => "lui $at, hi(i32); ori $at, $at, lou(i32); xor rd, rd, $at";
    /// Set rd to 1 if rs equals rt, else to 0.
    "seq", "rd, rs, rt" => "subu rd, rs, rt; ori $at, $zero, 1; sltu rd, rd, $at";
    /// Set rd to 1 if rs equals a signed 16-bit constant, else to 0.
    "seq", "rd, rs, s16" =>
        "addi $at, $zero, lo(s16); subu rd, rs, $at; ori $at, $zero, 1; sltu rd, rd, $at";
    /// Set rd to 1 if rs equals a 32-bit constant, else to 0.
    "seq", "rd, rs, i32" =>
        "lui $at, hi(i32); ori $at, $at, lou(i32); subu rd, rs, $at; ori $at, $zero, 1; \
         sltu rd, rd, $at";
    /// Set rd to 1 if rs differs from rt, else to 0.
    "sne", "rd, rs, rt" => "subu rd, rs, rt; sltu rd, $zero, rd";
    /// Set rd to 1 if rs differs from a signed 16-bit constant, else to 0.
    "sne", "rd, rs, s16" => "addi $at, $zero, lo(s16); subu rd, rs, $at; sltu rd, $zero, rd";
    /// Set rd to 1 if rs differs from a 32-bit constant, else to 0.
    "sne", "rd, rs, i32" =>
        "lui $at, hi(i32); ori $at, $at, lou(i32); subu rd, rs, $at; sltu rd, $zero, rd";
    /// Set rd to 1 if rs is at least rt, else to 0.
    "sge", "rd, rs, rt" => "slt rd, rs, rt; ori $at, $zero, 1; subu rd, $at, rd";
    /// Set rd to 1 if rs is at least a signed 16-bit constant, else to 0.
    "sge", "rd, rs, s16" =>
        "addi $at, $zero, lo(s16); slt rd, rs, $at; ori $at, $zero, 1; subu rd, $at, rd";
    /// Set rd to 1 if rs is at least a 32-bit constant, else to 0.
    "sge", "rd, rs, i32" =>
        "lui $at, hi(i32); ori $at, $at, lou(i32); slt rd, rs, $at; ori $at, $zero, 1; \
         subu rd, $at, rd";
    /// Set rd to 1 if rs is at least rt, compared as unsigned, else to 0.
    "sgeu", "rd, rs, rt" => "sltu rd, rs, rt; ori $at, $zero, 1; subu rd, $at, rd";
    /// Set rd to 1 if rs is at least a signed 16-bit constant, compared as unsigned, else to 0.
    "sgeu", "rd, rs, s16" =>
        "addi $at, $zero, lo(s16); sltu rd, rs, $at; ori $at, $zero, 1; subu rd, $at, rd";
    /// Set rd to 1 if rs is at least a 32-bit constant, compared as unsigned, else to 0.
    "sgeu", "rd, rs, i32" =>
        "lui $at, hi(i32); ori $at, $at, lou(i32); sltu rd, rs, $at; ori $at, $zero, 1; \
         subu rd, $at, rd";
    /// Set rd to 1 if rs is greater than rt, else to 0.
    "sgt", "rd, rs, rt" => "slt rd, rt, rs";
    /// Set rd to 1 if rs is greater than a signed 16-bit constant, else to 0.
    "sgt", "rd, rs, s16" => "addi $at, $zero, lo(s16); slt rd, $at, rs";
    /// Set rd to 1 if rs is greater than a 32-bit constant, else to 0.
    "sgt", "rd, rs, i32" => "lui $at, hi(i32); ori $at, $at, lou(i32); slt rd, $at, rs";
    /// Set rd to 1 if rs is greater than rt, compared as unsigned, else to 0.
    "sgtu", "rd, rs, rt" => "sltu rd, rt, rs";
    /// Set rd to 1 if rs is greater than a signed 16-bit constant, compared as unsigned, else to 0.
    "sgtu", "rd, rs, s16" => "addi $at, $zero, lo(s16); sltu rd, $at, rs";
    /// Set rd to 1 if rs is greater than a 32-bit constant, compared as unsigned, else to 0.
    "sgtu", "rd, rs, i32" => "lui $at, hi(i32); ori $at, $at, lou(i32); sltu rd, $at, rs";
    /// Set rd to 1 if rs is at most rt, else to 0.
    "sle", "rd, rs, rt" => "slt rd, rt, rs; ori $at, $zero, 1; subu rd, $at, rd";
    /// Set rd to 1 if rs is at most a signed 16-bit constant, else to 0.
    "sle", "rd, rs, s16" =>
        "addi $at, $zero, lo(s16); slt rd, $at, rs; ori $at, $zero, 1; subu rd, $at, rd";
    /// Set rd to 1 if rs is at most a 32-bit constant, else to 0.
    "sle", "rd, rs, i32" =>
        "lui $at, hi(i32); ori $at, $at, lou(i32); slt rd, $at, rs; ori $at, $zero, 1; \
         subu rd, $at, rd";
    /// Set rd to 1 if rs is at most rt, compared as unsigned, else to 0.
    "sleu", "rd, rs, rt" => "sltu rd, rt, rs; ori $at, $zero, 1; subu rd, $at, rd";
    /// Set rd to 1 if rs is at most a signed 16-bit constant, compared as unsigned, else to 0.
    "sleu", "rd, rs, s16" =>
        "addi $at, $zero, lo(s16); sltu rd, $at, rs; ori $at, $zero, 1; subu rd, $at, rd";
    /// Set rd to 1 if rs is at most a 32-bit constant, compared as unsigned, else to 0.
    "sleu", "rd, rs, i32" =>
        "lui $at, hi(i32); ori $at, $at, lou(i32); sltu rd, $at, rs; ori $at, $zero, 1; \
         subu rd, $at, rd";
    /// Copy a register.
    "move", "rd, rs" => "addu rd, $zero, rs";
    /// Make a number positive; the smallest integer stays as it is.
    "abs", "rd, rs" => "sra $at, rs, 31; xor rd, $at, rs; subu rd, rd, $at";
    /// Negate a number; traps on the smallest integer.
    "neg", "rd, rs" => "sub rd, $zero, rs";
    /// Negate a number; the smallest integer stays as it is.
    "negu", "rd, rs" => "subu rd, $zero, rs";
    /// Branch always.
    "b", "label" => "bgez $zero, label";
    /// Branch if a register is zero.
    "beqz", "rs, label" => "beq rs, $zero, label";
    /// Branch if a register is not zero.
    "bnez", "rs, label" => "bne rs, $zero, label";
    /// Branch if rs equals a signed 16-bit constant.
    "beq", "rs, s16, label" => "addi $at, $zero, lo(s16); beq $at, rs, label";
    /// Branch if rs equals a 32-bit constant.
    "beq", "rs, i32, label" => "lui $at, hi(i32); ori $at, $at, lou(i32); beq $at, rs, label";
    /// Branch if rs differs from a signed 16-bit constant.
    "bne", "rs, s16, label" => "addi $at, $zero, lo(s16); bne $at, rs, label";
    /// Branch if rs differs from a 32-bit constant.
    "bne", "rs, i32, label" => "lui $at, hi(i32); ori $at, $at, lou(i32); bne $at, rs, label";
    /// Branch if rs is at least rt.
    "bge", "rs, rt, label" => "slt $at, rs, rt; beq $at, $zero, label";
    /// Branch if rs is at least a signed 16-bit constant.
    "bge", "rs, s16, label" => "slti $at, rs, lo(s16); beq $at, $zero, label";
    /// Branch if rs is at least a 32-bit constant.
    "bge", "rs, i32, label" =>
        "lui $at, hi(i32); ori $at, $at, lou(i32); slt $at, rs, $at; beq $at, $zero, label";
    /// Branch if rs is at least rt, compared as unsigned.
    "bgeu", "rs, rt, label" => "sltu $at, rs, rt; beq $at, $zero, label";
    /// Branch if rs is at least a signed 16-bit constant, compared as unsigned.
    "bgeu", "rs, s16, label" => "sltiu $at, rs, lo(s16); beq $at, $zero, label";
    /// Branch if rs is at least a 32-bit constant, compared as unsigned.
    "bgeu", "rs, i32, label" =>
        "lui $at, hi(i32); ori $at, $at, lou(i32); sltu $at, rs, $at; beq $at, $zero, label";
    /// Branch if rs is greater than rt.
    "bgt", "rs, rt, label" => "slt $at, rt, rs; bne $at, $zero, label";
    /// Branch if rs is greater than a signed 16-bit constant.
    "bgt", "rs, s16, label" => "addi $at, $zero, lo(s16); slt $at, $at, rs; bne $at, $zero, label";
    /// Branch if rs is greater than a 32-bit constant.
    "bgt", "rs, i32, label" =>
        "lui $at, hi(i32+1); ori $at, $at, lou(i32+1); slt $at, rs, $at; \
         beq $at, $zero, label";
    /// Branch if rs is greater than rt, compared as unsigned.
    "bgtu", "rs, rt, label" => "sltu $at, rt, rs; bne $at, $zero, label";
    /// Branch if rs is greater than a signed 16-bit constant, compared as unsigned.
    "bgtu", "rs, s16, label" =>
        "addi $at, $zero, lo(s16); sltu $at, $at, rs; bne $at, $zero, label";
    /// Branch if rs is greater than a 32-bit constant, compared as unsigned.
    "bgtu", "rs, i32, label" =>
        "lui $at, hi(i32); ori $at, $at, lou(i32); sltu $at, $at, rs; bne $at, $zero, label";
    /// Branch if rs is at most rt.
    "ble", "rs, rt, label" => "slt $at, rt, rs; beq $at, $zero, label";
    /// Branch if rs is at most a signed 16-bit constant.
    "ble", "rs, s16, label" => "addi $at, rs, -1; slti $at, $at, lo(s16); bne $at, $zero, label";
    /// Branch if rs is at most a 32-bit constant.
    "ble", "rs, i32, label" =>
        "lui $at, hi(i32+1); ori $at, $at, lou(i32+1); slt $at, rs, $at; \
         bne $at, $zero, label";
    /// Branch if rs is at most rt, compared as unsigned.
    "bleu", "rs, rt, label" => "sltu $at, rt, rs; beq $at, $zero, label";
    /// Branch if rs is at most a signed 16-bit constant, compared as unsigned.
    "bleu", "rs, s16, label" =>
        "addi $at, $zero, lo(s16); sltu $at, $at, rs; beq $at, $zero, label";
    /// Branch if rs is at most a 32-bit constant, compared as unsigned.
    "bleu", "rs, i32, label" =>
        "lui $at, hi(i32); ori $at, $at, lou(i32); sltu $at, $at, rs; beq $at, $zero, label";
    /// Branch if rs is less than rt.
    "blt", "rs, rt, label" => "slt $at, rs, rt; bne $at, $zero, label";
    /// Branch if rs is less than a signed 16-bit constant.
    "blt", "rs, s16, label" => "slti $at, rs, lo(s16); bne $at, $zero, label";
    /// Branch if rs is less than a 32-bit constant.
    "blt", "rs, i32, label" =>
        "lui $at, hi(i32); ori $at, $at, lou(i32); slt $at, rs, $at; bne $at, $zero, label";
    /// Branch if rs is less than rt, compared as unsigned.
    "bltu", "rs, rt, label" => "sltu $at, rs, rt; bne $at, $zero, label";
    /// Branch if rs is less than a signed 16-bit constant, compared as unsigned.
    "bltu", "rs, s16, label" => "sltiu $at, rs, lo(s16); bne $at, $zero, label";
    /// Branch if rs is less than a 32-bit constant, compared as unsigned.
    "bltu", "rs, i32, label" =>
        "lui $at, hi(i32); ori $at, $at, lou(i32); sltu $at, rs, $at; bne $at, $zero, label";
    /// Rotate left by the low five bits of rt.
    "rol", "rd, rs, rt" =>
        "subu $at, $zero, rt; srlv $at, rs, $at; sllv rd, rs, rt; or rd, rd, $at";
    /// Rotate left by a fixed amount.
    "rol", "rd, rs, u5" => "srl $at, rs, sub32(u5); sll rd, rs, u5; or rd, rd, $at";
    /// Rotate right by the low five bits of rt.
    "ror", "rd, rs, rt" =>
        "subu $at, $zero, rt; sllv $at, rs, $at; srlv rd, rs, rt; or rd, rd, $at";
    /// Rotate right by a fixed amount.
    "ror", "rd, rs, u5" => "sll $at, rs, sub32(u5); srl rd, rs, u5; or rd, rd, $at";
    /// Copy a double from a pair of floating-point registers into two CPU registers.
    "mfc1.d", "rt, fs" => "mfc1 rt, fs; mfc1 next(rt), next(fs)";
    /// Copy a double from two CPU registers into a pair of floating-point registers.
    "mtc1.d", "rt, fs" => "mtc1 rt, fs; mtc1 next(rt), next(fs)";
    /// Multiply by a signed 16-bit constant and keep the low 32 bits.
    "mul", "rd, rs, s16" => "addi $at, $zero, lo(s16); mul rd, rs, $at";
    /// Multiply by a 32-bit constant and keep the low 32 bits.
    "mul", "rd, rs, i32" => "lui $at, hi(i32); ori $at, $at, lou(i32); mul rd, rs, $at";
    /// Multiply unsigned by a register and keep the low 32 bits.
    "mulu", "rd, rs, rt" => "multu rs, rt; mflo rd";
    /// Multiply unsigned by a signed 16-bit constant and keep the low 32 bits.
    "mulu", "rd, rs, s16" => "addi $at, $zero, lo(s16); multu rs, $at; mflo rd";
    /// Multiply unsigned by a 32-bit constant and keep the low 32 bits.
    "mulu", "rd, rs, i32" => "lui $at, hi(i32); ori $at, $at, lou(i32); multu rs, $at; mflo rd";
    /// Multiply by a register; breaks if the product exceeds 32 bits.
    "mulo", "rd, rs, rt" =>
        "mult rs, rt; mfhi $at; mflo rd; sra rd, rd, 31; beq $at, rd, skip(1); [db] nop; \
         break; mflo rd";
    /// Multiply by a signed 16-bit constant; breaks if the product exceeds 32 bits.
    "mulo", "rd, rs, s16" =>
        "addi $at, $zero, lo(s16); mult rs, $at; mfhi $at; mflo rd; sra rd, rd, 31; \
         beq $at, rd, skip(1); [db] nop; break; mflo rd";
    /// Multiply by a 32-bit constant; breaks if the product exceeds 32 bits.
    "mulo", "rd, rs, i32" =>
        "lui $at, hi(i32); ori $at, $at, lou(i32); mult rs, $at; mfhi $at; mflo rd; \
         sra rd, rd, 31; beq $at, rd, skip(1); [db] nop; break; mflo rd";
    /// Multiply unsigned by a register; breaks if the product exceeds 32 bits.
    "mulou", "rd, rs, rt" =>
        "multu rs, rt; mfhi $at; beq $at, $zero, skip(1); [db] nop; break; mflo rd";
    /// Multiply unsigned by a signed 16-bit constant; breaks if the product exceeds 32 bits.
    "mulou", "rd, rs, s16" =>
        "addi $at, $zero, lo(s16); multu rs, $at; mfhi $at; beq $at, $zero, skip(1); \
         [db] nop; break; mflo rd";
    /// Multiply unsigned by a 32-bit constant; breaks if the product exceeds 32 bits.
    "mulou", "rd, rs, i32" =>
        "lui $at, hi(i32); ori $at, $at, lou(i32); multu rs, $at; mfhi $at; \
         beq $at, $zero, skip(1); [db] nop; break; mflo rd";
    /// Divide by a register, rounding toward zero; breaks if the divisor is zero.
    "div", "rd, rs, rt" => "bne rt, $zero, skip(1); [db] nop; break; div rs, rt; mflo rd";
    /// Divide by a signed 16-bit constant, rounding toward zero.
    "div", "rd, rs, s16" => "addi $at, $zero, lo(s16); div rs, $at; mflo rd";
    /// Divide by a 32-bit constant, rounding toward zero.
    "div", "rd, rs, i32" => "lui $at, hi(i32); ori $at, $at, lou(i32); div rs, $at; mflo rd";
    /// Divide unsigned by a register; breaks if the divisor is zero.
    "divu", "rd, rs, rt" => "bne rt, $zero, skip(1); [db] nop; break; divu rs, rt; mflo rd";
    /// Divide unsigned by a signed 16-bit constant.
    "divu", "rd, rs, s16" => "addi $at, $zero, lo(s16); divu rs, $at; mflo rd";
    /// Divide unsigned by a 32-bit constant.
    "divu", "rd, rs, i32" => "lui $at, hi(i32); ori $at, $at, lou(i32); divu rs, $at; mflo rd";
    /// Take the remainder of a division by a register; breaks if the divisor is zero.
    "rem", "rd, rs, rt" => "bne rt, $zero, skip(1); [db] nop; break; div rs, rt; mfhi rd";
    /// Take the remainder of a division by a signed 16-bit constant.
    "rem", "rd, rs, s16" => "addi $at, $zero, lo(s16); div rs, $at; mfhi rd";
    /// Take the remainder of a division by a 32-bit constant.
    "rem", "rd, rs, i32" => "lui $at, hi(i32); ori $at, $at, lou(i32); div rs, $at; mfhi rd";
    /// Take the remainder of an unsigned division by a register; breaks if the divisor is zero.
    "remu", "rd, rs, rt" => "bne rt, $zero, skip(1); [db] nop; break; divu rs, rt; mfhi rd";
    /// Take the remainder of an unsigned division by a signed 16-bit constant.
    "remu", "rd, rs, s16" => "addi $at, $zero, lo(s16); divu rs, $at; mfhi rd";
    /// Take the remainder of an unsigned division by a 32-bit constant.
    "remu", "rd, rs, i32" => "lui $at, hi(i32); ori $at, $at, lou(i32); divu rs, $at; mfhi rd";
    /// Put a signed 16-bit constant in a register.
    "li", "rd, s16" => "addiu rd, $zero, lo(s16)";
    /// Put an unsigned 16-bit constant in a register.
    "li", "rd, u16" => "ori rd, $zero, lou(u16)";
    /// Put a 32-bit constant in a register.
    "li", "rd, i32" => "lui $at, hi(i32); ori rd, $at, lou(i32)";
    /// Copy the address in a register.
    "la", "rd, (rs)" => "addi rd, rs, 0";
    /// Put a signed 16-bit address in a register.
    "la", "rd, s16" => "addiu rd, $zero, lo(s16)";
    /// Put an unsigned 16-bit address in a register.
    "la", "rd, u16" => "ori rd, $zero, lou(u16)";
    /// Put a 32-bit address in a register.
    "la", "rd, i32" => "lui $at, hi(i32); ori rd, $at, lou(i32)";
    /// Add an unsigned 16-bit offset to a register; traps on overflow.
    "la", "rd, u16(rs)" => "ori $at, $zero, lou(u16); add rd, rs, $at";
    /// Add a 32-bit offset to a register; traps on overflow.
    "la", "rd, i32(rs)" => "lui $at, hi(i32); ori $at, $at, lou(i32); add rd, rs, $at";
    /// Put the address of a label in a register.
    "la", "rd, label" =>
        "lui $at, hi(label); ori rd, $at, lou(label)", compact "addi rd, $zero, lo(label)";
    /// Add the address of a label to a register; traps on overflow.
    "la", "rd, label(rs)" =>
        "lui $at, hi(label); ori $at, $at, lou(label); add rd, rs, $at",
        compact "addi rd, rs, lo(label)";
    /// Put the address of a label plus a constant in a register.
    "la", "rd, label+i32" => "lui $at, hi(label+i32); ori rd, $at, lou(label+i32)";
    /// Add the address of a label plus a constant to a register; traps on overflow.
    "la", "rd, label+i32(rs)" =>
        "lui $at, hi(label+i32); ori $at, $at, lou(label+i32); add rd, rs, $at";
    /// Load a word from the address in a register.
    "lw", "rt, (rs)" => "lw rt, 0(rs)";
    /// Load a word from a signed 16-bit address.
    "lw", "rt, s16" => "lw rt, lo(s16)($zero)";
    /// Load a word from an unsigned 16-bit address.
    "lw", "rt, u16" => "ori $at, $zero, lou(u16); lw rt, 0($at)";
    /// Load a word from a 32-bit address.
    "lw", "rt, i32" => "lui $at, ha(i32); lw rt, lo(i32)($at)";
    /// Load a word from a register plus an unsigned 16-bit offset.
    "lw", "rt, u16(rs)" => "ori $at, $zero, lou(u16); addu $at, $at, rs; lw rt, 0($at)";
    /// Load a word from a register plus a 32-bit offset.
    "lw", "rt, i32(rs)" => "lui $at, ha(i32); addu $at, $at, rs; lw rt, lo(i32)($at)";
    /// Load a word from a label.
    "lw", "rt, label" =>
        "lui $at, ha(label); lw rt, lo(label)($at)", compact "lw rt, lo(label)($zero)";
    /// Load a word from a label plus a register.
    "lw", "rt, label(rs)" =>
        "lui $at, ha(label); addu $at, $at, rs; lw rt, lo(label)($at)",
        compact "lw rt, lo(label)(rs)";
    /// Load a word from a label plus a constant.
    "lw", "rt, label+i32" => "lui $at, ha(label+i32); lw rt, lo(label+i32)($at)";
    /// Load a word from a label plus a constant plus a register.
    "lw", "rt, label+i32(rs)" =>
        "lui $at, ha(label+i32); addu $at, $at, rs; lw rt, lo(label+i32)($at)";
    /// Store a word at the address in a register.
    "sw", "rt, (rs)" => "sw rt, 0(rs)";
    /// Store a word at a signed 16-bit address.
    "sw", "rt, s16" => "sw rt, lo(s16)($zero)";
    /// Store a word at an unsigned 16-bit address.
    "sw", "rt, u16" => "ori $at, $zero, lou(u16); sw rt, 0($at)";
    /// Store a word at a 32-bit address.
    "sw", "rt, i32" => "lui $at, ha(i32); sw rt, lo(i32)($at)";
    /// Store a word at a register plus an unsigned 16-bit offset.
    "sw", "rt, u16(rs)" => "ori $at, $zero, lou(u16); addu $at, $at, rs; sw rt, 0($at)";
    /// Store a word at a register plus a 32-bit offset.
    "sw", "rt, i32(rs)" => "lui $at, ha(i32); addu $at, $at, rs; sw rt, lo(i32)($at)";
    /// Store a word at a label.
    "sw", "rt, label" =>
        "lui $at, ha(label); sw rt, lo(label)($at)", compact "sw rt, lo(label)($zero)";
    /// Store a word at a label plus a register.
    "sw", "rt, label(rs)" =>
        "lui $at, ha(label); addu $at, $at, rs; sw rt, lo(label)($at)",
        compact "sw rt, lo(label)(rs)";
    /// Store a word at a label plus a constant.
    "sw", "rt, label+i32" => "lui $at, ha(label+i32); sw rt, lo(label+i32)($at)";
    /// Store a word at a label plus a constant plus a register.
    "sw", "rt, label+i32(rs)" =>
        "lui $at, ha(label+i32); addu $at, $at, rs; sw rt, lo(label+i32)($at)";
    /// Load a sign-extended halfword from the address in a register.
    "lh", "rt, (rs)" => "lh rt, 0(rs)";
    /// Load a sign-extended halfword from a signed 16-bit address.
    "lh", "rt, s16" => "lh rt, lo(s16)($zero)";
    /// Load a sign-extended halfword from an unsigned 16-bit address.
    "lh", "rt, u16" => "ori $at, $zero, lou(u16); lh rt, 0($at)";
    /// Load a sign-extended halfword from a 32-bit address.
    "lh", "rt, i32" => "lui $at, ha(i32); lh rt, lo(i32)($at)";
    /// Load a sign-extended halfword from a register plus an unsigned 16-bit offset.
    "lh", "rt, u16(rs)" => "ori $at, $zero, lou(u16); addu $at, $at, rs; lh rt, 0($at)";
    /// Load a sign-extended halfword from a register plus a 32-bit offset.
    "lh", "rt, i32(rs)" => "lui $at, ha(i32); addu $at, $at, rs; lh rt, lo(i32)($at)";
    /// Load a sign-extended halfword from a label.
    "lh", "rt, label" =>
        "lui $at, ha(label); lh rt, lo(label)($at)", compact "lh rt, lo(label)($zero)";
    /// Load a sign-extended halfword from a label plus a register.
    "lh", "rt, label(rs)" =>
        "lui $at, ha(label); addu $at, $at, rs; lh rt, lo(label)($at)",
        compact "lh rt, lo(label)(rs)";
    /// Load a sign-extended halfword from a label plus a constant.
    "lh", "rt, label+i32" => "lui $at, ha(label+i32); lh rt, lo(label+i32)($at)";
    /// Load a sign-extended halfword from a label plus a constant plus a register.
    "lh", "rt, label+i32(rs)" =>
        "lui $at, ha(label+i32); addu $at, $at, rs; lh rt, lo(label+i32)($at)";
    /// Store a halfword at the address in a register.
    "sh", "rt, (rs)" => "sh rt, 0(rs)";
    /// Store a halfword at a signed 16-bit address.
    "sh", "rt, s16" => "sh rt, lo(s16)($zero)";
    /// Store a halfword at an unsigned 16-bit address.
    "sh", "rt, u16" => "ori $at, $zero, lou(u16); sh rt, 0($at)";
    /// Store a halfword at a 32-bit address.
    "sh", "rt, i32" => "lui $at, ha(i32); sh rt, lo(i32)($at)";
    /// Store a halfword at a register plus an unsigned 16-bit offset.
    "sh", "rt, u16(rs)" => "ori $at, $zero, lou(u16); addu $at, $at, rs; sh rt, 0($at)";
    /// Store a halfword at a register plus a 32-bit offset.
    "sh", "rt, i32(rs)" => "lui $at, ha(i32); addu $at, $at, rs; sh rt, lo(i32)($at)";
    /// Store a halfword at a label.
    "sh", "rt, label" =>
        "lui $at, ha(label); sh rt, lo(label)($at)", compact "sh rt, lo(label)($zero)";
    /// Store a halfword at a label plus a register.
    "sh", "rt, label(rs)" =>
        "lui $at, ha(label); addu $at, $at, rs; sh rt, lo(label)($at)",
        compact "sh rt, lo(label)(rs)";
    /// Store a halfword at a label plus a constant.
    "sh", "rt, label+i32" => "lui $at, ha(label+i32); sh rt, lo(label+i32)($at)";
    /// Store a halfword at a label plus a constant plus a register.
    "sh", "rt, label+i32(rs)" =>
        "lui $at, ha(label+i32); addu $at, $at, rs; sh rt, lo(label+i32)($at)";
    /// Load a sign-extended byte from the address in a register.
    "lb", "rt, (rs)" => "lb rt, 0(rs)";
    /// Load a sign-extended byte from a signed 16-bit address.
    "lb", "rt, s16" => "lb rt, lo(s16)($zero)";
    /// Load a sign-extended byte from an unsigned 16-bit address.
    "lb", "rt, u16" => "ori $at, $zero, lou(u16); lb rt, 0($at)";
    /// Load a sign-extended byte from a 32-bit address.
    "lb", "rt, i32" => "lui $at, ha(i32); lb rt, lo(i32)($at)";
    /// Load a sign-extended byte from a register plus an unsigned 16-bit offset.
    "lb", "rt, u16(rs)" => "ori $at, $zero, lou(u16); addu $at, $at, rs; lb rt, 0($at)";
    /// Load a sign-extended byte from a register plus a 32-bit offset.
    "lb", "rt, i32(rs)" => "lui $at, ha(i32); addu $at, $at, rs; lb rt, lo(i32)($at)";
    /// Load a sign-extended byte from a label.
    "lb", "rt, label" =>
        "lui $at, ha(label); lb rt, lo(label)($at)", compact "lb rt, lo(label)($zero)";
    /// Load a sign-extended byte from a label plus a register.
    "lb", "rt, label(rs)" =>
        "lui $at, ha(label); addu $at, $at, rs; lb rt, lo(label)($at)",
        compact "lb rt, lo(label)(rs)";
    /// Load a sign-extended byte from a label plus a constant.
    "lb", "rt, label+i32" => "lui $at, ha(label+i32); lb rt, lo(label+i32)($at)";
    /// Load a sign-extended byte from a label plus a constant plus a register.
    "lb", "rt, label+i32(rs)" =>
        "lui $at, ha(label+i32); addu $at, $at, rs; lb rt, lo(label+i32)($at)";
    /// Store a byte at the address in a register.
    "sb", "rt, (rs)" => "sb rt, 0(rs)";
    /// Store a byte at a signed 16-bit address.
    "sb", "rt, s16" => "sb rt, lo(s16)($zero)";
    /// Store a byte at an unsigned 16-bit address.
    "sb", "rt, u16" => "ori $at, $zero, lou(u16); sb rt, 0($at)";
    /// Store a byte at a 32-bit address.
    "sb", "rt, i32" => "lui $at, ha(i32); sb rt, lo(i32)($at)";
    /// Store a byte at a register plus an unsigned 16-bit offset.
    "sb", "rt, u16(rs)" => "ori $at, $zero, lou(u16); addu $at, $at, rs; sb rt, 0($at)";
    /// Store a byte at a register plus a 32-bit offset.
    "sb", "rt, i32(rs)" => "lui $at, ha(i32); addu $at, $at, rs; sb rt, lo(i32)($at)";
    /// Store a byte at a label.
    "sb", "rt, label" =>
        "lui $at, ha(label); sb rt, lo(label)($at)", compact "sb rt, lo(label)($zero)";
    /// Store a byte at a label plus a register.
    "sb", "rt, label(rs)" =>
        "lui $at, ha(label); addu $at, $at, rs; sb rt, lo(label)($at)",
        compact "sb rt, lo(label)(rs)";
    /// Store a byte at a label plus a constant.
    "sb", "rt, label+i32" => "lui $at, ha(label+i32); sb rt, lo(label+i32)($at)";
    /// Store a byte at a label plus a constant plus a register.
    "sb", "rt, label+i32(rs)" =>
        "lui $at, ha(label+i32); addu $at, $at, rs; sb rt, lo(label+i32)($at)";
    /// Load a zero-extended halfword from the address in a register.
    "lhu", "rt, (rs)" => "lhu rt, 0(rs)";
    /// Load a zero-extended halfword from a signed 16-bit address.
    "lhu", "rt, s16" => "lhu rt, lo(s16)($zero)";
    /// Load a zero-extended halfword from an unsigned 16-bit address.
    "lhu", "rt, u16" => "ori $at, $zero, lou(u16); lhu rt, 0($at)";
    /// Load a zero-extended halfword from a 32-bit address.
    "lhu", "rt, i32" => "lui $at, ha(i32); lhu rt, lo(i32)($at)";
    /// Load a zero-extended halfword from a register plus an unsigned 16-bit offset.
    "lhu", "rt, u16(rs)" => "ori $at, $zero, lou(u16); addu $at, $at, rs; lhu rt, 0($at)";
    /// Load a zero-extended halfword from a register plus a 32-bit offset.
    "lhu", "rt, i32(rs)" => "lui $at, ha(i32); addu $at, $at, rs; lhu rt, lo(i32)($at)";
    /// Load a zero-extended halfword from a label.
    "lhu", "rt, label" =>
        "lui $at, ha(label); lhu rt, lo(label)($at)", compact "lhu rt, lo(label)($zero)";
    /// Load a zero-extended halfword from a label plus a register.
    "lhu", "rt, label(rs)" =>
        "lui $at, ha(label); addu $at, $at, rs; lhu rt, lo(label)($at)",
        compact "lhu rt, lo(label)(rs)";
    /// Load a zero-extended halfword from a label plus a constant.
    "lhu", "rt, label+i32" => "lui $at, ha(label+i32); lhu rt, lo(label+i32)($at)";
    /// Load a zero-extended halfword from a label plus a constant plus a register.
    "lhu", "rt, label+i32(rs)" =>
        "lui $at, ha(label+i32); addu $at, $at, rs; lhu rt, lo(label+i32)($at)";
    /// Load a zero-extended byte from the address in a register.
    "lbu", "rt, (rs)" => "lbu rt, 0(rs)";
    /// Load a zero-extended byte from a signed 16-bit address.
    "lbu", "rt, s16" => "lbu rt, lo(s16)($zero)";
    /// Load a zero-extended byte from an unsigned 16-bit address.
    "lbu", "rt, u16" => "ori $at, $zero, lou(u16); lbu rt, 0($at)";
    /// Load a zero-extended byte from a 32-bit address.
    "lbu", "rt, i32" => "lui $at, ha(i32); lbu rt, lo(i32)($at)";
    /// Load a zero-extended byte from a register plus an unsigned 16-bit offset.
    "lbu", "rt, u16(rs)" => "ori $at, $zero, lou(u16); addu $at, $at, rs; lbu rt, 0($at)";
    /// Load a zero-extended byte from a register plus a 32-bit offset.
    "lbu", "rt, i32(rs)" => "lui $at, ha(i32); addu $at, $at, rs; lbu rt, lo(i32)($at)";
    /// Load a zero-extended byte from a label.
    "lbu", "rt, label" =>
        "lui $at, ha(label); lbu rt, lo(label)($at)", compact "lbu rt, lo(label)($zero)";
    /// Load a zero-extended byte from a label plus a register.
    "lbu", "rt, label(rs)" =>
        "lui $at, ha(label); addu $at, $at, rs; lbu rt, lo(label)($at)",
        compact "lbu rt, lo(label)(rs)";
    /// Load a zero-extended byte from a label plus a constant.
    "lbu", "rt, label+i32" => "lui $at, ha(label+i32); lbu rt, lo(label+i32)($at)";
    /// Load a zero-extended byte from a label plus a constant plus a register.
    "lbu", "rt, label+i32(rs)" =>
        "lui $at, ha(label+i32); addu $at, $at, rs; lbu rt, lo(label+i32)($at)";
    /// Load the left part of an unaligned word from the address in a register.
    "lwl", "rt, (rs)" => "lwl rt, 0(rs)";
    /// Load the left part of an unaligned word from a signed 16-bit address.
    "lwl", "rt, s16" => "lwl rt, lo(s16)($zero)";
    /// Load the left part of an unaligned word from an unsigned 16-bit address.
    "lwl", "rt, u16" => "ori $at, $zero, lou(u16); lwl rt, 0($at)";
    /// Load the left part of an unaligned word from a 32-bit address.
    "lwl", "rt, i32" => "lui $at, ha(i32); lwl rt, lo(i32)($at)";
    /// Load the left part of an unaligned word from a register plus an unsigned 16-bit offset.
    "lwl", "rt, u16(rs)" => "ori $at, $zero, lou(u16); addu $at, $at, rs; lwl rt, 0($at)";
    /// Load the left part of an unaligned word from a register plus a 32-bit offset.
    "lwl", "rt, i32(rs)" => "lui $at, ha(i32); addu $at, $at, rs; lwl rt, lo(i32)($at)";
    /// Load the left part of an unaligned word from a label.
    "lwl", "rt, label" =>
        "lui $at, ha(label); lwl rt, lo(label)($at)", compact "lwl rt, lo(label)($zero)";
    /// Load the left part of an unaligned word from a label plus a register.
    "lwl", "rt, label(rs)" =>
        "lui $at, ha(label); addu $at, $at, rs; lwl rt, lo(label)($at)",
        compact "lwl rt, lo(label)(rs)";
    /// Load the left part of an unaligned word from a label plus a constant.
    "lwl", "rt, label+i32" => "lui $at, ha(label+i32); lwl rt, lo(label+i32)($at)";
    /// Load the left part of an unaligned word from a label plus a constant plus a register.
    "lwl", "rt, label+i32(rs)" =>
        "lui $at, ha(label+i32); addu $at, $at, rs; lwl rt, lo(label+i32)($at)";
    /// Store the left part of an unaligned word at the address in a register.
    "swl", "rt, (rs)" => "swl rt, 0(rs)";
    /// Store the left part of an unaligned word at a signed 16-bit address.
    "swl", "rt, s16" => "swl rt, lo(s16)($zero)";
    /// Store the left part of an unaligned word at an unsigned 16-bit address.
    "swl", "rt, u16" => "ori $at, $zero, lou(u16); swl rt, 0($at)";
    /// Store the left part of an unaligned word at a 32-bit address.
    "swl", "rt, i32" => "lui $at, ha(i32); swl rt, lo(i32)($at)";
    /// Store the left part of an unaligned word at a register plus an unsigned 16-bit offset.
    "swl", "rt, u16(rs)" => "ori $at, $zero, lou(u16); addu $at, $at, rs; swl rt, 0($at)";
    /// Store the left part of an unaligned word at a register plus a 32-bit offset.
    "swl", "rt, i32(rs)" => "lui $at, ha(i32); addu $at, $at, rs; swl rt, lo(i32)($at)";
    /// Store the left part of an unaligned word at a label.
    "swl", "rt, label" =>
        "lui $at, ha(label); swl rt, lo(label)($at)", compact "swl rt, lo(label)($zero)";
    /// Store the left part of an unaligned word at a label plus a register.
    "swl", "rt, label(rs)" =>
        "lui $at, ha(label); addu $at, $at, rs; swl rt, lo(label)($at)",
        compact "swl rt, lo(label)(rs)";
    /// Store the left part of an unaligned word at a label plus a constant.
    "swl", "rt, label+i32" => "lui $at, ha(label+i32); swl rt, lo(label+i32)($at)";
    /// Store the left part of an unaligned word at a label plus a constant plus a register.
    "swl", "rt, label+i32(rs)" =>
        "lui $at, ha(label+i32); addu $at, $at, rs; swl rt, lo(label+i32)($at)";
    /// Load the right part of an unaligned word from the address in a register.
    "lwr", "rt, (rs)" => "lwr rt, 0(rs)";
    /// Load the right part of an unaligned word from a signed 16-bit address.
    "lwr", "rt, s16" => "lwr rt, lo(s16)($zero)";
    /// Load the right part of an unaligned word from an unsigned 16-bit address.
    "lwr", "rt, u16" => "ori $at, $zero, lou(u16); lwr rt, 0($at)";
    /// Load the right part of an unaligned word from a 32-bit address.
    "lwr", "rt, i32" => "lui $at, ha(i32); lwr rt, lo(i32)($at)";
    /// Load the right part of an unaligned word from a register plus an unsigned 16-bit offset.
    "lwr", "rt, u16(rs)" => "ori $at, $zero, lou(u16); addu $at, $at, rs; lwr rt, 0($at)";
    /// Load the right part of an unaligned word from a register plus a 32-bit offset.
    "lwr", "rt, i32(rs)" => "lui $at, ha(i32); addu $at, $at, rs; lwr rt, lo(i32)($at)";
    /// Load the right part of an unaligned word from a label.
    "lwr", "rt, label" =>
        "lui $at, ha(label); lwr rt, lo(label)($at)", compact "lwr rt, lo(label)($zero)";
    /// Load the right part of an unaligned word from a label plus a register.
    "lwr", "rt, label(rs)" =>
        "lui $at, ha(label); addu $at, $at, rs; lwr rt, lo(label)($at)",
        compact "lwr rt, lo(label)(rs)";
    /// Load the right part of an unaligned word from a label plus a constant.
    "lwr", "rt, label+i32" => "lui $at, ha(label+i32); lwr rt, lo(label+i32)($at)";
    /// Load the right part of an unaligned word from a label plus a constant plus a register.
    "lwr", "rt, label+i32(rs)" =>
        "lui $at, ha(label+i32); addu $at, $at, rs; lwr rt, lo(label+i32)($at)";
    /// Store the right part of an unaligned word at the address in a register.
    "swr", "rt, (rs)" => "swr rt, 0(rs)";
    /// Store the right part of an unaligned word at a signed 16-bit address.
    "swr", "rt, s16" => "swr rt, lo(s16)($zero)";
    /// Store the right part of an unaligned word at an unsigned 16-bit address.
    "swr", "rt, u16", broken_in_mars => "ori $at, $zero, lou(u16); swr rt, 0($at)";
    /// Store the right part of an unaligned word at a 32-bit address.
    "swr", "rt, i32" => "lui $at, ha(i32); swr rt, lo(i32)($at)";
    /// Store the right part of an unaligned word at a register plus an unsigned 16-bit offset.
    "swr", "rt, u16(rs)" => "ori $at, $zero, lou(u16); addu $at, $at, rs; swr rt, 0($at)";
    /// Store the right part of an unaligned word at a register plus a 32-bit offset.
    "swr", "rt, i32(rs)" => "lui $at, ha(i32); addu $at, $at, rs; swr rt, lo(i32)($at)";
    /// Store the right part of an unaligned word at a label.
    "swr", "rt, label" =>
        "lui $at, ha(label); swr rt, lo(label)($at)", compact "swr rt, lo(label)($zero)";
    /// Store the right part of an unaligned word at a label plus a register.
    "swr", "rt, label(rs)" =>
        "lui $at, ha(label); addu $at, $at, rs; swr rt, lo(label)($at)",
        compact "swr rt, lo(label)(rs)";
    /// Store the right part of an unaligned word at a label plus a constant.
    "swr", "rt, label+i32" => "lui $at, ha(label+i32); swr rt, lo(label+i32)($at)";
    /// Store the right part of an unaligned word at a label plus a constant plus a register.
    "swr", "rt, label+i32(rs)" =>
        "lui $at, ha(label+i32); addu $at, $at, rs; swr rt, lo(label+i32)($at)";
    /// Load a word for a later sc from the address in a register.
    "ll", "rt, (rs)" => "ll rt, 0(rs)";
    /// Load a word for a later sc from a signed 16-bit address.
    "ll", "rt, s16" => "ll rt, lo(s16)($zero)";
    /// Load a word for a later sc from an unsigned 16-bit address.
    "ll", "rt, u16" => "ori $at, $zero, lou(u16); ll rt, 0($at)";
    /// Load a word for a later sc from a 32-bit address.
    "ll", "rt, i32" => "lui $at, ha(i32); ll rt, lo(i32)($at)";
    /// Load a word for a later sc from a register plus an unsigned 16-bit offset.
    "ll", "rt, u16(rs)" => "ori $at, $zero, lou(u16); addu $at, $at, rs; ll rt, 0($at)";
    /// Load a word for a later sc from a register plus a 32-bit offset.
    "ll", "rt, i32(rs)" => "lui $at, ha(i32); addu $at, $at, rs; ll rt, lo(i32)($at)";
    /// Load a word for a later sc from a label.
    "ll", "rt, label" =>
        "lui $at, ha(label); ll rt, lo(label)($at)", compact "ll rt, lo(label)($zero)";
    /// Load a word for a later sc from a label plus a register.
    "ll", "rt, label(rs)" =>
        "lui $at, ha(label); addu $at, $at, rs; ll rt, lo(label)($at)",
        compact "ll rt, lo(label)(rs)";
    /// Load a word for a later sc from a label plus a constant.
    "ll", "rt, label+i32" => "lui $at, ha(label+i32); ll rt, lo(label+i32)($at)";
    /// Load a word for a later sc from a label plus a constant plus a register.
    "ll", "rt, label+i32(rs)" =>
        "lui $at, ha(label+i32); addu $at, $at, rs; ll rt, lo(label+i32)($at)";
    /// Store a word, always successfully, at the address in a register.
    "sc", "rt, (rs)" => "sc rt, 0(rs)";
    /// Store a word, always successfully, at a signed 16-bit address.
    "sc", "rt, s16" => "sc rt, lo(s16)($zero)";
    /// Store a word, always successfully, at an unsigned 16-bit address.
    "sc", "rt, u16" => "ori $at, $zero, lou(u16); sc rt, 0($at)";
    /// Store a word, always successfully, at a 32-bit address.
    "sc", "rt, i32" => "lui $at, ha(i32); sc rt, lo(i32)($at)";
    /// Store a word, always successfully, at a register plus an unsigned 16-bit offset.
    "sc", "rt, u16(rs)" => "ori $at, $zero, lou(u16); addu $at, $at, rs; sc rt, 0($at)";
    /// Store a word, always successfully, at a register plus a 32-bit offset.
    "sc", "rt, i32(rs)" => "lui $at, ha(i32); addu $at, $at, rs; sc rt, lo(i32)($at)";
    /// Store a word, always successfully, at a label.
    "sc", "rt, label" =>
        "lui $at, ha(label); sc rt, lo(label)($at)", compact "sc rt, lo(label)($zero)";
    /// Store a word, always successfully, at a label plus a register.
    "sc", "rt, label(rs)" =>
        "lui $at, ha(label); addu $at, $at, rs; sc rt, lo(label)($at)",
        compact "sc rt, lo(label)(rs)";
    /// Store a word, always successfully, at a label plus a constant.
    "sc", "rt, label+i32" => "lui $at, ha(label+i32); sc rt, lo(label+i32)($at)";
    /// Store a word, always successfully, at a label plus a constant plus a register.
    "sc", "rt, label+i32(rs)" =>
        "lui $at, ha(label+i32); addu $at, $at, rs; sc rt, lo(label+i32)($at)";
    /// Load an unaligned word from a register plus a signed 16-bit offset.
    "ulw", "rt, s16(rs)" =>
        "lui $at, ha(s16+3); addu $at, $at, rs; lwl rt, lo(s16+3)($at); lwr rt, lo(s16)(rs)";
    /// Load a sign-extended unaligned halfword from a register plus a signed 16-bit offset.
    "ulh", "rt, s16(rs)" =>
        "lui $at, ha(s16+1); addu $at, $at, rs; lb rt, lo(s16+1)($at); lbu $at, lo(s16)(rs); \
         sll rt, rt, 8; or rt, rt, $at";
    /// Load a zero-extended unaligned halfword from a register plus a signed 16-bit offset.
    "ulhu", "rt, s16(rs)" =>
        "lui $at, ha(s16+1); addu $at, $at, rs; lbu rt, lo(s16+1)($at); \
         lbu $at, lo(s16)(rs); sll rt, rt, 8; or rt, rt, $at";
    /// Load two words into rt and its successor from a register plus a signed 16-bit offset.
    "ld", "rt, s16(rs)" =>
        "lw rt, lo(s16)(rs); lui $at, ha(s16+4); addu $at, $at, rs; \
         lw next(rt), lo(s16+4)($at)";
    /// Store an unaligned word at a register plus a signed 16-bit offset.
    "usw", "rt, s16(rs)" =>
        "lui $at, ha(s16+3); addu $at, $at, rs; swl rt, lo(s16+3)($at); swr rt, lo(s16)(rs)";
    /// Store an unaligned halfword at a register plus a signed 16-bit offset.
    "ush", "rt, s16(rs)" =>
        "sb rt, lo(s16)(rs); sll $at, rt, 24; srl rt, rt, 8; or rt, rt, $at; \
         lui $at, ha(s16+1); addu $at, $at, rs; sb rt, lo(s16+1)($at); srl $at, rt, 24; \
         sll rt, rt, 8; or rt, rt, $at";
    /// Store rt and its successor as two words at a register plus a signed 16-bit offset.
    "sd", "rt, s16(rs)" =>
        "sw rt, lo(s16)(rs); lui $at, ha(s16+4); addu $at, $at, rs; \
         sw next(rt), lo(s16+4)($at)";
    /// Load an unaligned word from a 32-bit address.
    "ulw", "rt, i32" =>
        "lui $at, ha(i32+3); lwl rt, lo(i32+3)($at); lui $at, ha(i32); lwr rt, lo(i32)($at)";
    /// Load an unaligned word from a label.
    "ulw", "rt, label" =>
        "lui $at, ha(label+3); lwl rt, lo(label+3)($at); lui $at, ha(label); \
         lwr rt, lo(label)($at)";
    /// Load an unaligned word from a label plus a constant.
    "ulw", "rt, label+i32" =>
        "lui $at, ha(label+i32+3); lwl rt, lo(label+i32+3)($at); lui $at, ha(label+i32); \
         lwr rt, lo(label+i32)($at)";
    /// Load an unaligned word from the address in a register.
    "ulw", "rt, (rs)" => "lwl rt, 3(rs); lwr rt, 0(rs)";
    /// Load an unaligned word from a register plus a 32-bit offset.
    "ulw", "rt, i32(rs)" =>
        "lui $at, ha(i32+3); addu $at, $at, rs; lwl rt, lo(i32+3)($at); lui $at, ha(i32); \
         addu $at, $at, rs; lwr rt, lo(i32)($at)";
    /// Load an unaligned word from a label plus a register.
    "ulw", "rt, label(rs)" =>
        "lui $at, ha(label+3); addu $at, $at, rs; lwl rt, lo(label+3)($at); \
         lui $at, ha(label); addu $at, $at, rs; lwr rt, lo(label)($at)";
    /// Load an unaligned word from a label plus a constant plus a register.
    "ulw", "rt, label+i32(rs)" =>
        "lui $at, ha(label+i32+3); addu $at, $at, rs; lwl rt, lo(label+i32+3)($at); \
         lui $at, ha(label+i32); addu $at, $at, rs; lwr rt, lo(label+i32)($at)";
    /// Load a sign-extended unaligned halfword from a 32-bit address.
    "ulh", "rt, i32" =>
        "lui $at, ha(i32+1); lb rt, lo(i32+1)($at); lui $at, ha(i32); lbu $at, lo(i32)($at); \
         sll rt, rt, 8; or rt, rt, $at";
    /// Load a sign-extended unaligned halfword from a label.
    "ulh", "rt, label" =>
        "lui $at, ha(label+1); lb rt, lo(label+1)($at); lui $at, ha(label); \
         lbu $at, lo(label)($at); sll rt, rt, 8; or rt, rt, $at";
    /// Load a sign-extended unaligned halfword from a label plus a constant.
    "ulh", "rt, label+i32" =>
        "lui $at, ha(label+i32+1); lb rt, lo(label+i32+1)($at); lui $at, ha(label+i32); \
         lbu $at, lo(label+i32)($at); sll rt, rt, 8; or rt, rt, $at";
    /// Load a sign-extended unaligned halfword from the address in a register.
    "ulh", "rt, (rs)" => "lb rt, 1(rs); lbu $at, 0(rs); sll rt, rt, 8; or rt, rt, $at";
    /// Load a sign-extended unaligned halfword from a register plus a 32-bit offset.
    "ulh", "rt, i32(rs)" =>
        "lui $at, ha(i32+1); addu $at, $at, rs; lb rt, lo(i32+1)($at); lui $at, ha(i32); \
         addu $at, $at, rs; lbu $at, lo(i32)($at); sll rt, rt, 8; or rt, rt, $at";
    /// Load a sign-extended unaligned halfword from a label plus a register.
    "ulh", "rt, label(rs)" =>
        "lui $at, ha(label+1); addu $at, $at, rs; lb rt, lo(label+1)($at); \
         lui $at, ha(label); addu $at, $at, rs; lbu $at, lo(label)($at); sll rt, rt, 8; \
         or rt, rt, $at";
    /// Load a sign-extended unaligned halfword from a label plus a constant plus a register.
    "ulh", "rt, label+i32(rs)" =>
        "lui $at, ha(label+i32+1); addu $at, $at, rs; lb rt, lo(label+i32+1)($at); \
         lui $at, ha(label+i32); addu $at, $at, rs; lbu $at, lo(label+i32)($at); \
         sll rt, rt, 8; or rt, rt, $at";
    /// Load a zero-extended unaligned halfword from a 32-bit address.
    "ulhu", "rt, i32" =>
        "lui $at, ha(i32+1); lbu rt, lo(i32+1)($at); lui $at, ha(i32); \
         lbu $at, lo(i32)($at); sll rt, rt, 8; or rt, rt, $at";
    /// Load a zero-extended unaligned halfword from a label.
    "ulhu", "rt, label" =>
        "lui $at, ha(label+1); lbu rt, lo(label+1)($at); lui $at, ha(label); \
         lbu $at, lo(label)($at); sll rt, rt, 8; or rt, rt, $at";
    /// Load a zero-extended unaligned halfword from a label plus a constant.
    "ulhu", "rt, label+i32" =>
        "lui $at, ha(label+i32+1); lbu rt, lo(label+i32+1)($at); lui $at, ha(label+i32); \
         lbu $at, lo(label+i32)($at); sll rt, rt, 8; or rt, rt, $at";
    /// Load a zero-extended unaligned halfword from the address in a register.
    "ulhu", "rt, (rs)" => "lbu rt, 1(rs); lbu $at, 0(rs); sll rt, rt, 8; or rt, rt, $at";
    /// Load a zero-extended unaligned halfword from a register plus a 32-bit offset.
    "ulhu", "rt, i32(rs)" =>
        "lui $at, ha(i32+1); addu $at, $at, rs; lbu rt, lo(i32+1)($at); lui $at, ha(i32); \
         addu $at, $at, rs; lbu $at, lo(i32)($at); sll rt, rt, 8; or rt, rt, $at";
    /// Load a zero-extended unaligned halfword from a label plus a register.
    "ulhu", "rt, label(rs)" =>
        "lui $at, ha(label+1); addu $at, $at, rs; lbu rt, lo(label+1)($at); \
         lui $at, ha(label); addu $at, $at, rs; lbu $at, lo(label)($at); sll rt, rt, 8; \
         or rt, rt, $at";
    /// Load a zero-extended unaligned halfword from a label plus a constant plus a register.
    "ulhu", "rt, label+i32(rs)" =>
        "lui $at, ha(label+i32+1); addu $at, $at, rs; lbu rt, lo(label+i32+1)($at); \
         lui $at, ha(label+i32); addu $at, $at, rs; lbu $at, lo(label+i32)($at); \
         sll rt, rt, 8; or rt, rt, $at";
    /// Load two words into rt and its successor from a 32-bit address.
    "ld", "rt, i32" =>
        "lui $at, ha(i32); lw rt, lo(i32)($at); lui $at, ha(i32+4); \
         lw next(rt), lo(i32+4)($at)";
    /// Load two words into rt and its successor from a label.
    "ld", "rt, label" =>
        "lui $at, ha(label); lw rt, lo(label)($at); lui $at, ha(label+4); \
         lw next(rt), lo(label+4)($at)";
    /// Load two words into rt and its successor from a label plus a constant.
    "ld", "rt, label+i32" =>
        "lui $at, ha(label+i32); lw rt, lo(label+i32)($at); lui $at, ha(label+i32+4); \
         lw next(rt), lo(label+i32+4)($at)";
    /// Load two words into rt and its successor from the address in a register.
    "ld", "rt, (rs)" => "lw rt, 0(rs); lw next(rt), 4(rs)";
    /// Load two words into rt and its successor from a register plus a 32-bit offset.
    "ld", "rt, i32(rs)" =>
        "lui $at, ha(i32); addu $at, $at, rs; lw rt, lo(i32)($at); lui $at, ha(i32+4); \
         addu $at, $at, rs; lw next(rt), lo(i32+4)($at)";
    /// Load two words into rt and its successor from a label plus a register.
    "ld", "rt, label(rs)" =>
        "lui $at, ha(label); addu $at, $at, rs; lw rt, lo(label)($at); lui $at, ha(label+4); \
         addu $at, $at, rs; lw next(rt), lo(label+4)($at)";
    /// Load two words into rt and its successor from a label plus a constant plus a register.
    "ld", "rt, label+i32(rs)" =>
        "lui $at, ha(label+i32); addu $at, $at, rs; lw rt, lo(label+i32)($at); \
         lui $at, ha(label+i32+4); addu $at, $at, rs; lw next(rt), lo(label+i32+4)($at)";
    /// Store an unaligned word at a 32-bit address.
    "usw", "rt, i32" =>
        "lui $at, ha(i32+3); swl rt, lo(i32+3)($at); lui $at, ha(i32); swr rt, lo(i32)($at)";
    /// Store an unaligned word at a label.
    "usw", "rt, label" =>
        "lui $at, ha(label+3); swl rt, lo(label+3)($at); lui $at, ha(label); \
         swr rt, lo(label)($at)";
    /// Store an unaligned word at a label plus a constant.
    "usw", "rt, label+i32" =>
        "lui $at, ha(label+i32+3); swl rt, lo(label+i32+3)($at); lui $at, ha(label+i32); \
         swr rt, lo(label+i32)($at)";
    /// Store an unaligned word at the address in a register.
    "usw", "rt, (rs)" => "swl rt, 3(rs); swr rt, 0(rs)";
    /// Store an unaligned word at a register plus a 32-bit offset.
    "usw", "rt, i32(rs)" =>
        "lui $at, ha(i32+3); addu $at, $at, rs; swl rt, lo(i32+3)($at); lui $at, ha(i32); \
         addu $at, $at, rs; swr rt, lo(i32)($at)";
    /// Store an unaligned word at a label plus a register.
    "usw", "rt, label(rs)" =>
        "lui $at, ha(label+3); addu $at, $at, rs; swl rt, lo(label+3)($at); \
         lui $at, ha(label); addu $at, $at, rs; swr rt, lo(label)($at)";
    /// Store an unaligned word at a label plus a constant plus a register.
    "usw", "rt, label+i32(rs)" =>
        "lui $at, ha(label+i32+3); addu $at, $at, rs; swl rt, lo(label+i32+3)($at); \
         lui $at, ha(label+i32); addu $at, $at, rs; swr rt, lo(label+i32)($at)";
    /// Store an unaligned halfword at a 32-bit address.
    "ush", "rt, i32" =>
        "lui $at, ha(i32); sb rt, lo(i32)($at); sll $at, rt, 24; srl rt, rt, 8; \
         or rt, rt, $at; lui $at, ha(i32+1); sb rt, lo(i32+1)($at); srl $at, rt, 24; \
         sll rt, rt, 8; or rt, rt, $at";
    /// Store an unaligned halfword at a label.
    "ush", "rt, label" =>
        "lui $at, ha(label); sb rt, lo(label)($at); sll $at, rt, 24; srl rt, rt, 8; \
         or rt, rt, $at; lui $at, ha(label+1); sb rt, lo(label+1)($at); srl $at, rt, 24; \
         sll rt, rt, 8; or rt, rt, $at";
    /// Store an unaligned halfword at a label plus a constant.
    "ush", "rt, label+i32" =>
        "lui $at, ha(label+i32); sb rt, lo(label+i32)($at); sll $at, rt, 24; srl rt, rt, 8; \
         or rt, rt, $at; lui $at, ha(label+i32+1); sb rt, lo(label+i32+1)($at); \
         srl $at, rt, 24; sll rt, rt, 8; or rt, rt, $at";
    /// Store an unaligned halfword at the address in a register.
    "ush", "rt, (rs)" =>
        "sb rt, 0(rs); sll $at, rt, 24; srl rt, rt, 8; or rt, rt, $at; sb rt, 1(rs); \
         srl $at, rt, 24; sll rt, rt, 8; or rt, rt, $at";
    /// Store an unaligned halfword at a register plus a 32-bit offset.
    "ush", "rt, i32(rs)" =>
        "lui $at, ha(i32); addu $at, $at, rs; sb rt, lo(i32)($at); sll $at, rt, 24; \
         srl rt, rt, 8; or rt, rt, $at; lui $at, ha(i32+1); addu $at, $at, rs; \
         sb rt, lo(i32+1)($at); srl $at, rt, 24; sll rt, rt, 8; or rt, rt, $at";
    /// Store an unaligned halfword at a label plus a register.
    "ush", "rt, label(rs)" =>
        "lui $at, ha(label); addu $at, $at, rs; sb rt, lo(label)($at); sll $at, rt, 24; \
         srl rt, rt, 8; or rt, rt, $at; lui $at, ha(label+1); addu $at, $at, rs; \
         sb rt, lo(label+1)($at); srl $at, rt, 24; sll rt, rt, 8; or rt, rt, $at";
    /// Store an unaligned halfword at a label plus a constant plus a register.
    "ush", "rt, label+i32(rs)" =>
        "lui $at, ha(label+i32); addu $at, $at, rs; sb rt, lo(label+i32)($at); \
         sll $at, rt, 24; srl rt, rt, 8; or rt, rt, $at; lui $at, ha(label+i32+1); \
         addu $at, $at, rs; sb rt, lo(label+i32+1)($at); srl $at, rt, 24; sll rt, rt, 8; \
         or rt, rt, $at";
    /// Store rt and its successor as two words at a 32-bit address.
    "sd", "rt, i32" =>
        "lui $at, ha(i32); sw rt, lo(i32)($at); lui $at, ha(i32+4); \
         sw next(rt), lo(i32+4)($at)";
    /// Store rt and its successor as two words at a label.
    "sd", "rt, label" =>
        "lui $at, ha(label); sw rt, lo(label)($at); lui $at, ha(label+4); \
         sw next(rt), lo(label+4)($at)";
    /// Store rt and its successor as two words at a label plus a constant.
    "sd", "rt, label+i32" =>
        "lui $at, ha(label+i32); sw rt, lo(label+i32)($at); lui $at, ha(label+i32+4); \
         sw next(rt), lo(label+i32+4)($at)";
    /// Store rt and its successor as two words at the address in a register.
    "sd", "rt, (rs)" => "sw rt, 0(rs); sw next(rt), 4(rs)";
    /// Store rt and its successor as two words at a register plus a 32-bit offset.
    "sd", "rt, i32(rs)" =>
        "lui $at, ha(i32); addu $at, $at, rs; sw rt, lo(i32)($at); lui $at, ha(i32+4); \
         addu $at, $at, rs; sw next(rt), lo(i32+4)($at)";
    /// Store rt and its successor as two words at a label plus a register.
    "sd", "rt, label(rs)" =>
        "lui $at, ha(label); addu $at, $at, rs; sw rt, lo(label)($at); lui $at, ha(label+4); \
         addu $at, $at, rs; sw next(rt), lo(label+4)($at)";
    /// Store rt and its successor as two words at a label plus a constant plus a register.
    "sd", "rt, label+i32(rs)" =>
        "lui $at, ha(label+i32); addu $at, $at, rs; sw rt, lo(label+i32)($at); \
         lui $at, ha(label+i32+4); addu $at, $at, rs; sw next(rt), lo(label+i32+4)($at)";
    /// Load a single from the address in a register.
    "lwc1", "ft, (rs)" => "lwc1 ft, 0(rs)";
    /// Load a single from a signed 16-bit address.
    "lwc1", "ft, s16" => "lwc1 ft, lo(s16)($zero)";
    /// Load a single from a 32-bit address.
    "lwc1", "ft, i32" => "lui $at, ha(i32); lwc1 ft, lo(i32)($at)";
    /// Load a single from a register plus a 32-bit offset.
    "lwc1", "ft, i32(rs)" => "lui $at, ha(i32); addu $at, $at, rs; lwc1 ft, lo(i32)($at)";
    /// Load a single from a label.
    "lwc1", "ft, label" =>
        "lui $at, ha(label); lwc1 ft, lo(label)($at)", compact "lwc1 ft, lo(label)($zero)";
    /// Load a single from a label plus a register.
    "lwc1", "ft, label(rs)" =>
        "lui $at, ha(label); addu $at, $at, rs; lwc1 ft, lo(label)($at)",
        compact "lwc1 ft, lo(label)(rs)";
    /// Load a single from a label plus a constant.
    "lwc1", "ft, label+i32" => "lui $at, ha(label+i32); lwc1 ft, lo(label+i32)($at)";
    /// Load a single from a label plus a constant plus a register.
    "lwc1", "ft, label+i32(rs)" =>
        "lui $at, ha(label+i32); addu $at, $at, rs; lwc1 ft, lo(label+i32)($at)";
    /// Load a double from the address in a register.
    "ldc1", "ft, (rs)" => "ldc1 ft, 0(rs)";
    /// Load a double from a signed 16-bit address.
    "ldc1", "ft, s16" => "ldc1 ft, lo(s16)($zero)";
    /// Load a double from a 32-bit address.
    "ldc1", "ft, i32" => "lui $at, ha(i32); ldc1 ft, lo(i32)($at)";
    /// Load a double from a register plus a 32-bit offset.
    "ldc1", "ft, i32(rs)" => "lui $at, ha(i32); addu $at, $at, rs; ldc1 ft, lo(i32)($at)";
    /// Load a double from a label.
    "ldc1", "ft, label" =>
        "lui $at, ha(label); ldc1 ft, lo(label)($at)", compact "ldc1 ft, lo(label)($zero)";
    /// Load a double from a label plus a register.
    "ldc1", "ft, label(rs)" =>
        "lui $at, ha(label); addu $at, $at, rs; ldc1 ft, lo(label)($at)",
        compact "ldc1 ft, lo(label)(rs)";
    /// Load a double from a label plus a constant.
    "ldc1", "ft, label+i32" => "lui $at, ha(label+i32); ldc1 ft, lo(label+i32)($at)";
    /// Load a double from a label plus a constant plus a register.
    "ldc1", "ft, label+i32(rs)" =>
        "lui $at, ha(label+i32); addu $at, $at, rs; ldc1 ft, lo(label+i32)($at)";
    /// Store a single at the address in a register.
    "swc1", "ft, (rs)" => "swc1 ft, 0(rs)";
    /// Store a single at a signed 16-bit address.
    "swc1", "ft, s16" => "swc1 ft, lo(s16)($zero)";
    /// Store a single at a 32-bit address.
    "swc1", "ft, i32" => "lui $at, ha(i32); swc1 ft, lo(i32)($at)";
    /// Store a single at a register plus a 32-bit offset.
    "swc1", "ft, i32(rs)" => "lui $at, ha(i32); addu $at, $at, rs; swc1 ft, lo(i32)($at)";
    /// Store a single at a label.
    "swc1", "ft, label" =>
        "lui $at, ha(label); swc1 ft, lo(label)($at)", compact "swc1 ft, lo(label)($zero)";
    /// Store a single at a label plus a register.
    "swc1", "ft, label(rs)" =>
        "lui $at, ha(label); addu $at, $at, rs; swc1 ft, lo(label)($at)",
        compact "swc1 ft, lo(label)(rs)";
    /// Store a single at a label plus a constant.
    "swc1", "ft, label+i32" => "lui $at, ha(label+i32); swc1 ft, lo(label+i32)($at)";
    /// Store a single at a label plus a constant plus a register.
    "swc1", "ft, label+i32(rs)" =>
        "lui $at, ha(label+i32); addu $at, $at, rs; swc1 ft, lo(label+i32)($at)";
    /// Store a double at the address in a register.
    "sdc1", "ft, (rs)" => "sdc1 ft, 0(rs)";
    /// Store a double at a signed 16-bit address.
    "sdc1", "ft, s16" => "sdc1 ft, lo(s16)($zero)";
    /// Store a double at a 32-bit address.
    "sdc1", "ft, i32" => "lui $at, ha(i32); sdc1 ft, lo(i32)($at)";
    /// Store a double at a register plus a 32-bit offset.
    "sdc1", "ft, i32(rs)" => "lui $at, ha(i32); addu $at, $at, rs; sdc1 ft, lo(i32)($at)";
    /// Store a double at a label.
    "sdc1", "ft, label" =>
        "lui $at, ha(label); sdc1 ft, lo(label)($at)", compact "sdc1 ft, lo(label)($zero)";
    /// Store a double at a label plus a register.
    "sdc1", "ft, label(rs)" =>
        "lui $at, ha(label); addu $at, $at, rs; sdc1 ft, lo(label)($at)",
        compact "sdc1 ft, lo(label)(rs)";
    /// Store a double at a label plus a constant.
    "sdc1", "ft, label+i32" => "lui $at, ha(label+i32); sdc1 ft, lo(label+i32)($at)";
    /// Store a double at a label plus a constant plus a register.
    "sdc1", "ft, label+i32(rs)" =>
        "lui $at, ha(label+i32); addu $at, $at, rs; sdc1 ft, lo(label+i32)($at)";
    /// Load a single from the address in a register.
    "l.s", "ft, (rs)" => "lwc1 ft, 0(rs)";
    /// Load a single from a signed 16-bit address.
    "l.s", "ft, s16" => "lwc1 ft, lo(s16)($zero)";
    /// Load a single from a 32-bit address.
    "l.s", "ft, i32" => "lui $at, ha(i32); lwc1 ft, lo(i32)($at)";
    /// Load a single from a register plus a 32-bit offset.
    "l.s", "ft, i32(rs)" => "lui $at, ha(i32); addu $at, $at, rs; lwc1 ft, lo(i32)($at)";
    /// Load a single from a label.
    "l.s", "ft, label" =>
        "lui $at, ha(label); lwc1 ft, lo(label)($at)", compact "lwc1 ft, lo(label)($zero)";
    /// Load a single from a label plus a register.
    "l.s", "ft, label(rs)" =>
        "lui $at, ha(label); addu $at, $at, rs; lwc1 ft, lo(label)($at)",
        compact "lwc1 ft, lo(label)(rs)";
    /// Load a single from a label plus a constant.
    "l.s", "ft, label+i32" => "lui $at, ha(label+i32); lwc1 ft, lo(label+i32)($at)";
    /// Load a single from a label plus a constant plus a register.
    "l.s", "ft, label+i32(rs)" =>
        "lui $at, ha(label+i32); addu $at, $at, rs; lwc1 ft, lo(label+i32)($at)";
    /// Store a single at the address in a register.
    "s.s", "ft, (rs)" => "swc1 ft, 0(rs)";
    /// Store a single at a signed 16-bit address.
    "s.s", "ft, s16" => "swc1 ft, lo(s16)($zero)";
    /// Store a single at a 32-bit address.
    "s.s", "ft, i32" => "lui $at, ha(i32); swc1 ft, lo(i32)($at)";
    /// Store a single at a register plus a 32-bit offset.
    "s.s", "ft, i32(rs)" => "lui $at, ha(i32); addu $at, $at, rs; swc1 ft, lo(i32)($at)";
    /// Store a single at a label.
    "s.s", "ft, label" =>
        "lui $at, ha(label); swc1 ft, lo(label)($at)", compact "swc1 ft, lo(label)($zero)";
    /// Store a single at a label plus a register.
    "s.s", "ft, label(rs)" =>
        "lui $at, ha(label); addu $at, $at, rs; swc1 ft, lo(label)($at)",
        compact "swc1 ft, lo(label)(rs)";
    /// Store a single at a label plus a constant.
    "s.s", "ft, label+i32" => "lui $at, ha(label+i32); swc1 ft, lo(label+i32)($at)";
    /// Store a single at a label plus a constant plus a register.
    "s.s", "ft, label+i32(rs)" =>
        "lui $at, ha(label+i32); addu $at, $at, rs; swc1 ft, lo(label+i32)($at)";
    /// Load a double from the address in a register.
    "l.d", "ft, (rs)" => "ldc1 ft, 0(rs)";
    /// Load a double from a signed 16-bit address.
    "l.d", "ft, s16" => "ldc1 ft, lo(s16)($zero)";
    /// Load a double from a 32-bit address.
    "l.d", "ft, i32" => "lui $at, ha(i32); ldc1 ft, lo(i32)($at)";
    /// Load a double from a register plus a 32-bit offset.
    "l.d", "ft, i32(rs)" => "lui $at, ha(i32); addu $at, $at, rs; ldc1 ft, lo(i32)($at)";
    /// Load a double from a label.
    "l.d", "ft, label" =>
        "lui $at, ha(label); ldc1 ft, lo(label)($at)", compact "ldc1 ft, lo(label)($zero)";
    /// Load a double from a label plus a register.
    "l.d", "ft, label(rs)" =>
        "lui $at, ha(label); addu $at, $at, rs; ldc1 ft, lo(label)($at)",
        compact "ldc1 ft, lo(label)(rs)";
    /// Load a double from a label plus a constant.
    "l.d", "ft, label+i32" => "lui $at, ha(label+i32); ldc1 ft, lo(label+i32)($at)";
    /// Load a double from a label plus a constant plus a register.
    "l.d", "ft, label+i32(rs)" =>
        "lui $at, ha(label+i32); addu $at, $at, rs; ldc1 ft, lo(label+i32)($at)";
    /// Store a double at the address in a register.
    "s.d", "ft, (rs)" => "sdc1 ft, 0(rs)";
    /// Store a double at a signed 16-bit address.
    "s.d", "ft, s16" => "sdc1 ft, lo(s16)($zero)";
    /// Store a double at a 32-bit address.
    "s.d", "ft, i32" => "lui $at, ha(i32); sdc1 ft, lo(i32)($at)";
    /// Store a double at a register plus a 32-bit offset.
    "s.d", "ft, i32(rs)" => "lui $at, ha(i32); addu $at, $at, rs; sdc1 ft, lo(i32)($at)";
    /// Store a double at a label.
    "s.d", "ft, label" =>
        "lui $at, ha(label); sdc1 ft, lo(label)($at)", compact "sdc1 ft, lo(label)($zero)";
    /// Store a double at a label plus a register.
    "s.d", "ft, label(rs)" =>
        "lui $at, ha(label); addu $at, $at, rs; sdc1 ft, lo(label)($at)",
        compact "sdc1 ft, lo(label)(rs)";
    /// Store a double at a label plus a constant.
    "s.d", "ft, label+i32" => "lui $at, ha(label+i32); sdc1 ft, lo(label+i32)($at)";
    /// Store a double at a label plus a constant plus a register.
    "s.d", "ft, label+i32(rs)" =>
        "lui $at, ha(label+i32); addu $at, $at, rs; sdc1 ft, lo(label+i32)($at)";
    /// Add in place; traps on signed overflow.
    "add", "rd, rs", extension =>
        "add rd, rd, rs";
    /// Add in place without trapping.
    "addu", "rd, rs", extension =>
        "addu rd, rd, rs";
    /// Subtract in place; traps on signed overflow.
    "sub", "rd, rs", extension =>
        "sub rd, rd, rs";
    /// Subtract in place without trapping.
    "subu", "rd, rs", extension =>
        "subu rd, rd, rs";
    /// AND in place.
    "and", "rd, rs", extension =>
        "and rd, rd, rs";
    /// OR in place.
    "or", "rd, rs", extension =>
        "or rd, rd, rs";
    /// Exclusive-OR in place.
    "xor", "rd, rs", extension =>
        "xor rd, rd, rs";
    /// NOR in place.
    "nor", "rd, rs", extension =>
        "nor rd, rd, rs";
    /// Multiply in place and keep the low 32 bits.
    "mul", "rd, rs", extension =>
        "mul rd, rd, rs";
    /// Replace rd by 1 if it is less than rs, else by 0.
    "slt", "rd, rs", extension =>
        "slt rd, rd, rs";
    /// Replace rd by 1 if it is less than rs, compared as unsigned, else by 0.
    "sltu", "rd, rs", extension =>
        "sltu rd, rd, rs";
    /// Shift left in place by the low five bits of rs.
    "sllv", "rd, rs", extension =>
        "sllv rd, rd, rs";
    /// Shift right in place by the low five bits of rs, filling with zeros.
    "srlv", "rd, rs", extension =>
        "srlv rd, rd, rs";
    /// Shift right in place by the low five bits of rs, keeping the sign.
    "srav", "rd, rs", extension =>
        "srav rd, rd, rs";
    /// Multiply in place, unsigned, and keep the low 32 bits.
    "mulu", "rd, rs", extension =>
        "multu rd, rs; mflo rd";
    /// Replace rd by the remainder of dividing it by rs; breaks if rs is zero.
    "rem", "rd, rs", extension =>
        "bne rs, $zero, skip(1); [db] nop; break; div rd, rs; mfhi rd";
    /// Replace rd by the remainder of dividing it by rs, unsigned; breaks if rs is zero.
    "remu", "rd, rs", extension =>
        "bne rs, $zero, skip(1); [db] nop; break; divu rd, rs; mfhi rd";
    /// Rotate left in place by the low five bits of rs.
    "rol", "rd, rs", extension =>
        "subu $at, $zero, rs; srlv $at, rd, $at; sllv rd, rd, rs; or rd, rd, $at";
    /// Rotate right in place by the low five bits of rs.
    "ror", "rd, rs", extension =>
        "subu $at, $zero, rs; sllv $at, rd, $at; srlv rd, rd, rs; or rd, rd, $at";
    /// Add a signed 16-bit constant in place; traps on signed overflow.
    "add", "rd, s16", extension =>
        "addi rd, rd, lo(s16)";
    /// Add a 32-bit constant in place; traps on signed overflow.
    "add", "rd, i32", extension =>
        "lui $at, hi(i32); ori $at, $at, lou(i32); add rd, rd, $at";
    /// Add a signed 16-bit constant in place; traps on signed overflow.
    "addi", "rd, s16", extension =>
        "addi rd, rd, lo(s16)";
    /// Add a 32-bit constant in place; traps on signed overflow.
    "addi", "rd, i32", extension =>
        "lui $at, hi(i32); ori $at, $at, lou(i32); add rd, rd, $at";
    /// Add a signed 16-bit constant in place without trapping.
    "addu", "rd, s16", extension =>
        "addiu rd, rd, lo(s16)";
    /// Add a 32-bit constant in place without trapping.
    "addu", "rd, i32", extension =>
        "lui $at, hi(i32); ori $at, $at, lou(i32); addu rd, rd, $at";
    /// Add a signed 16-bit constant in place without trapping.
    "addiu", "rd, s16", extension =>
        "addiu rd, rd, lo(s16)";
    /// Add a 32-bit constant in place without trapping.
    "addiu", "rd, i32", extension =>
        "lui $at, hi(i32); ori $at, $at, lou(i32); addu rd, rd, $at";
    /// Subtract a signed 16-bit constant in place; traps on signed overflow.
    "sub", "rd, s16", extension =>
        "addi $at, $zero, lo(s16); sub rd, rd, $at";
    /// Subtract a 32-bit constant in place; traps on signed overflow.
    "sub", "rd, i32", extension =>
        "lui $at, hi(i32); ori $at, $at, lou(i32); sub rd, rd, $at";
    /// Subtract a signed 16-bit constant in place; traps on signed overflow.
    "subi", "rd, s16", extension =>
        "addi $at, $zero, lo(s16); sub rd, rd, $at";
    /// Subtract a 32-bit constant in place; traps on signed overflow.
    "subi", "rd, i32", extension =>
        "lui $at, hi(i32); ori $at, $at, lou(i32); sub rd, rd, $at";
    /// Subtract a signed 16-bit constant in place without trapping.
    "subu", "rd, s16", extension =>
        "addiu $at, $zero, lo(s16); subu rd, rd, $at";
    /// Subtract a 32-bit constant in place without trapping.
    "subu", "rd, i32", extension =>
        "lui $at, hi(i32); ori $at, $at, lou(i32); subu rd, rd, $at";
    /// Subtract a signed 16-bit constant in place without trapping.
    "subiu", "rd, s16", extension =>
        "addiu $at, $zero, lo(s16); subu rd, rd, $at";
    /// Subtract a 32-bit constant in place without trapping.
    "subiu", "rd, i32", extension =>
        "lui $at, hi(i32); ori $at, $at, lou(i32); subu rd, rd, $at";
    /// Multiply in place by a signed 16-bit constant and keep the low 32 bits.
    "mul", "rd, s16", extension =>
        "addi $at, $zero, lo(s16); mul rd, rd, $at";
    /// Multiply in place by a 32-bit constant and keep the low 32 bits.
    "mul", "rd, i32", extension =>
        "lui $at, hi(i32); ori $at, $at, lou(i32); mul rd, rd, $at";
    /// Replace rd by the remainder of dividing it by a 32-bit constant; breaks if that is zero.
    "rem", "rd, i32", extension =>
        "lui $at, hi(i32); ori $at, $at, lou(i32); bne $at, $zero, skip(1); [db] nop; break; \
         div rd, $at; mfhi rd";
    /// AND a register in place with a 32-bit constant.
    "and", "rd, i32", extension =>
        "lui $at, hi(i32); ori $at, $at, lou(i32); and rd, rd, $at";
    /// OR a register in place with a 32-bit constant.
    "or", "rd, i32", extension =>
        "lui $at, hi(i32); ori $at, $at, lou(i32); or rd, rd, $at";
    /// Exclusive-OR a register in place with a 32-bit constant.
    "xor", "rd, i32", extension =>
        "lui $at, hi(i32); ori $at, $at, lou(i32); xor rd, rd, $at";
    /// NOR a register in place with a 32-bit constant.
    "nor", "rd, i32", extension =>
        "lui $at, hi(i32); ori $at, $at, lou(i32); nor rd, rd, $at";
    /// Shift left in place by a fixed amount.
    "sll", "rd, u5", extension =>
        "sll rd, rd, u5";
    /// Shift right in place by a fixed amount, filling with zeros.
    "srl", "rd, u5", extension =>
        "srl rd, rd, u5";
    /// Shift right in place by a fixed amount, keeping the sign.
    "sra", "rd, u5", extension =>
        "sra rd, rd, u5";
    /// Rotate left in place by a fixed amount.
    "rol", "rd, u5", extension =>
        "srl $at, rd, sub32(u5); sll rd, rd, u5; or rd, rd, $at";
    /// Rotate right in place by a fixed amount.
    "ror", "rd, u5", extension =>
        "sll $at, rd, sub32(u5); srl rd, rd, u5; or rd, rd, $at";
    /// Replace rd by 1 if it is less than a signed 16-bit constant, else by 0.
    "slti", "rd, s16", extension =>
        "slti rd, rd, lo(s16)";
    /// Replace rd by 1 if it is less than a 32-bit constant, else by 0.
    "slti", "rd, i32", extension =>
        "lui $at, hi(i32); ori $at, $at, lou(i32); slt rd, rd, $at";
    /// Replace rd by 1 if it is less than a 16-bit constant, compared as unsigned, else by 0.
    "sltiu", "rd, s16", extension =>
        "sltiu rd, rd, lo(s16)";
    /// Replace rd by 1 if it is less than a 32-bit constant, compared as unsigned, else by 0.
    "sltiu", "rd, i32", extension =>
        "lui $at, hi(i32); ori $at, $at, lou(i32); sltu rd, rd, $at";
    /// Replace rd by 1 if it equals rs, else by 0.
    "seq", "rd, rs", extension =>
        "subu rd, rd, rs; ori $at, $zero, 1; sltu rd, rd, $at";
    /// Replace rd by 1 if it equals a signed 16-bit constant, else by 0.
    "seq", "rd, s16", extension =>
        "addi $at, $zero, lo(s16); subu rd, rd, $at; ori $at, $zero, 1; sltu rd, rd, $at";
    /// Replace rd by 1 if it equals a 32-bit constant, else by 0.
    "seq", "rd, i32", extension =>
        "lui $at, hi(i32); ori $at, $at, lou(i32); subu rd, rd, $at; ori $at, $zero, 1; \
         sltu rd, rd, $at";
    /// Replace rd by 1 if it differs from rs, else by 0.
    "sne", "rd, rs", extension =>
        "subu rd, rd, rs; sltu rd, $zero, rd";
    /// Replace rd by 1 if it differs from a signed 16-bit constant, else by 0.
    "sne", "rd, s16", extension =>
        "addi $at, $zero, lo(s16); subu rd, rd, $at; sltu rd, $zero, rd";
    /// Replace rd by 1 if it differs from a 32-bit constant, else by 0.
    "sne", "rd, i32", extension =>
        "lui $at, hi(i32); ori $at, $at, lou(i32); subu rd, rd, $at; sltu rd, $zero, rd";
    /// Replace rd by 1 if it is at least rs, else by 0.
    "sge", "rd, rs", extension =>
        "slt rd, rd, rs; ori $at, $zero, 1; subu rd, $at, rd";
    /// Replace rd by 1 if it is at least a signed 16-bit constant, else by 0.
    "sge", "rd, s16", extension =>
        "addi $at, $zero, lo(s16); slt rd, rd, $at; ori $at, $zero, 1; subu rd, $at, rd";
    /// Replace rd by 1 if it is at least a 32-bit constant, else by 0.
    "sge", "rd, i32", extension =>
        "lui $at, hi(i32); ori $at, $at, lou(i32); slt rd, rd, $at; ori $at, $zero, 1; \
         subu rd, $at, rd";
    /// Replace rd by 1 if it is at least rs, compared as unsigned, else by 0.
    "sgeu", "rd, rs", extension =>
        "sltu rd, rd, rs; ori $at, $zero, 1; subu rd, $at, rd";
    /// Replace rd by 1 if it is at least a signed 16-bit constant, compared as unsigned, else by 0.
    "sgeu", "rd, s16", extension =>
        "addi $at, $zero, lo(s16); sltu rd, rd, $at; ori $at, $zero, 1; subu rd, $at, rd";
    /// Replace rd by 1 if it is at least a 32-bit constant, compared as unsigned, else by 0.
    "sgeu", "rd, i32", extension =>
        "lui $at, hi(i32); ori $at, $at, lou(i32); sltu rd, rd, $at; ori $at, $zero, 1; \
         subu rd, $at, rd";
    /// Replace rd by 1 if it is greater than rs, else by 0.
    "sgt", "rd, rs", extension =>
        "slt rd, rs, rd";
    /// Replace rd by 1 if it is greater than a signed 16-bit constant, else by 0.
    "sgt", "rd, s16", extension =>
        "addi $at, $zero, lo(s16); slt rd, $at, rd";
    /// Replace rd by 1 if it is greater than a 32-bit constant, else by 0.
    "sgt", "rd, i32", extension =>
        "lui $at, hi(i32); ori $at, $at, lou(i32); slt rd, $at, rd";
    /// Replace rd by 1 if it is greater than rs, compared as unsigned, else by 0.
    "sgtu", "rd, rs", extension =>
        "sltu rd, rs, rd";
    /// Replace rd by 1 if it is greater than a 16-bit constant, compared as unsigned, else by 0.
    "sgtu", "rd, s16", extension =>
        "addi $at, $zero, lo(s16); sltu rd, $at, rd";
    /// Replace rd by 1 if it is greater than a 32-bit constant, compared as unsigned, else by 0.
    "sgtu", "rd, i32", extension =>
        "lui $at, hi(i32); ori $at, $at, lou(i32); sltu rd, $at, rd";
    /// Replace rd by 1 if it is at most rs, else by 0.
    "sle", "rd, rs", extension =>
        "slt rd, rs, rd; ori $at, $zero, 1; subu rd, $at, rd";
    /// Replace rd by 1 if it is at most a signed 16-bit constant, else by 0.
    "sle", "rd, s16", extension =>
        "addi $at, $zero, lo(s16); slt rd, $at, rd; ori $at, $zero, 1; subu rd, $at, rd";
    /// Replace rd by 1 if it is at most a 32-bit constant, else by 0.
    "sle", "rd, i32", extension =>
        "lui $at, hi(i32); ori $at, $at, lou(i32); slt rd, $at, rd; ori $at, $zero, 1; \
         subu rd, $at, rd";
    /// Replace rd by 1 if it is at most rs, compared as unsigned, else by 0.
    "sleu", "rd, rs", extension =>
        "sltu rd, rs, rd; ori $at, $zero, 1; subu rd, $at, rd";
    /// Replace rd by 1 if it is at most a signed 16-bit constant, compared as unsigned, else by 0.
    "sleu", "rd, s16", extension =>
        "addi $at, $zero, lo(s16); sltu rd, $at, rd; ori $at, $zero, 1; subu rd, $at, rd";
    /// Replace rd by 1 if it is at most a 32-bit constant, compared as unsigned, else by 0.
    "sleu", "rd, i32", extension =>
        "lui $at, hi(i32); ori $at, $at, lou(i32); sltu rd, $at, rd; ori $at, $zero, 1; \
         subu rd, $at, rd";
    /// Multiply in place, unsigned, by a signed 16-bit constant and keep the low 32 bits.
    "mulu", "rd, s16", extension =>
        "addi $at, $zero, lo(s16); multu rd, $at; mflo rd";
    /// Multiply in place, unsigned, by a 32-bit constant and keep the low 32 bits.
    "mulu", "rd, i32", extension =>
        "lui $at, hi(i32); ori $at, $at, lou(i32); multu rd, $at; mflo rd";
    /// Multiply in place by a register; breaks if the product exceeds 32 bits.
    "mulo", "rd, rs", extension =>
        "mult rd, rs; mfhi $at; mflo rd; sra rd, rd, 31; beq $at, rd, skip(1); [db] nop; break; \
         mflo rd";
    /// Multiply in place by a signed 16-bit constant; breaks if the product exceeds 32 bits.
    "mulo", "rd, s16", extension =>
        "addi $at, $zero, lo(s16); mult rd, $at; mfhi $at; mflo rd; sra rd, rd, 31; \
         beq $at, rd, skip(1); [db] nop; break; mflo rd";
    /// Multiply in place by a 32-bit constant; breaks if the product exceeds 32 bits.
    "mulo", "rd, i32", extension =>
        "lui $at, hi(i32); ori $at, $at, lou(i32); mult rd, $at; mfhi $at; mflo rd; \
         sra rd, rd, 31; beq $at, rd, skip(1); [db] nop; break; mflo rd";
    /// Multiply in place, unsigned, by a register; breaks if the product exceeds 32 bits.
    "mulou", "rd, rs", extension =>
        "multu rd, rs; mfhi $at; beq $at, $zero, skip(1); [db] nop; break; mflo rd";
    /// Multiply in place, unsigned, by a 16-bit constant; breaks if the product exceeds 32 bits.
    "mulou", "rd, s16", extension =>
        "addi $at, $zero, lo(s16); multu rd, $at; mfhi $at; beq $at, $zero, skip(1); [db] nop; \
         break; mflo rd";
    /// Multiply in place, unsigned, by a 32-bit constant; breaks if the product exceeds 32 bits.
    "mulou", "rd, i32", extension =>
        "lui $at, hi(i32); ori $at, $at, lou(i32); multu rd, $at; mfhi $at; \
         beq $at, $zero, skip(1); [db] nop; break; mflo rd";
    /// Replace rd by the remainder of dividing it by a 32-bit constant, unsigned; breaks if 0.
    "remu", "rd, i32", extension =>
        "lui $at, hi(i32); ori $at, $at, lou(i32); bne $at, $zero, skip(1); [db] nop; break; \
         divu rd, $at; mfhi rd";
    /// Replace rd by 1 if it is less than a signed 16-bit constant, else by 0.
    "slt", "rd, s16", extension =>
        "slti rd, rd, lo(s16)";
    /// Replace rd by 1 if it is less than a 32-bit constant, else by 0.
    "slt", "rd, i32", extension =>
        "lui $at, hi(i32); ori $at, $at, lou(i32); slt rd, rd, $at";
    /// Replace rd by 1 if it is less than a 16-bit constant, compared as unsigned, else by 0.
    "sltu", "rd, s16", extension =>
        "sltiu rd, rd, lo(s16)";
    /// Replace rd by 1 if it is less than a 32-bit constant, compared as unsigned, else by 0.
    "sltu", "rd, i32", extension =>
        "lui $at, hi(i32); ori $at, $at, lou(i32); sltu rd, rd, $at";
    /// Shift left in place by the low five bits of rs.
    "sll", "rd, rs", extension =>
        "sllv rd, rd, rs";
    /// Shift right in place by the low five bits of rs, filling with zeros.
    "srl", "rd, rs", extension =>
        "srlv rd, rd, rs";
    /// Shift right in place by the low five bits of rs, keeping the sign.
    "sra", "rd, rs", extension =>
        "srav rd, rd, rs";
    /// Shift left in place by a fixed amount.
    "sllv", "rd, u5", extension =>
        "sll rd, rd, u5";
    /// Shift right in place by a fixed amount, filling with zeros.
    "srlv", "rd, u5", extension =>
        "srl rd, rd, u5";
    /// Shift right in place by a fixed amount, keeping the sign.
    "srav", "rd, u5", extension =>
        "sra rd, rd, u5";
    /// Add singles in place.
    "add.s", "fd, fs", extension =>
        "add.s fd, fd, fs";
    /// Subtract singles in place.
    "sub.s", "fd, fs", extension =>
        "sub.s fd, fd, fs";
    /// Multiply singles in place.
    "mul.s", "fd, fs", extension =>
        "mul.s fd, fd, fs";
    /// Divide singles in place.
    "div.s", "fd, fs", extension =>
        "div.s fd, fd, fs";
    /// Add doubles in place.
    "add.d", "fd, fs", extension =>
        "add.d fd, fd, fs";
    /// Subtract doubles in place.
    "sub.d", "fd, fs", extension =>
        "sub.d fd, fd, fs";
    /// Multiply doubles in place.
    "mul.d", "fd, fs", extension =>
        "mul.d fd, fd, fs";
    /// Divide doubles in place.
    "div.d", "fd, fs", extension =>
        "div.d fd, fd, fs";
    /// Set rd to 1 if rs is less than a signed 16-bit constant, else to 0.
    "slt", "rd, rs, s16", extension =>
        "slti rd, rs, lo(s16)";
    /// Set rd to 1 if rs is less than a 32-bit constant, else to 0.
    "slt", "rd, rs, i32", extension =>
        "lui $at, hi(i32); ori $at, $at, lou(i32); slt rd, rs, $at";
    /// Set rd to 1 if rs is less than a signed 16-bit constant, compared as unsigned, else to 0.
    "sltu", "rd, rs, s16", extension =>
        "sltiu rd, rs, lo(s16)";
    /// Set rd to 1 if rs is less than a 32-bit constant, compared as unsigned, else to 0.
    "sltu", "rd, rs, i32", extension =>
        "lui $at, hi(i32); ori $at, $at, lou(i32); sltu rd, rs, $at";
    /// Set rd to 1 if rs is less than a 32-bit constant, else to 0.
    "slti", "rd, rs, i32", extension =>
        "lui $at, hi(i32); ori $at, $at, lou(i32); slt rd, rs, $at";
    /// Set rd to 1 if rs is less than a 32-bit constant, compared as unsigned, else to 0.
    "sltiu", "rd, rs, i32", extension =>
        "lui $at, hi(i32); ori $at, $at, lou(i32); sltu rd, rs, $at";
    /// AND a register with a 32-bit constant.
    "and", "rd, rs, i32", extension =>
        "lui $at, hi(i32); ori $at, $at, lou(i32); and rd, rs, $at";
    /// OR a register with a 32-bit constant.
    "or", "rd, rs, i32", extension =>
        "lui $at, hi(i32); ori $at, $at, lou(i32); or rd, rs, $at";
    /// Exclusive-OR a register with a 32-bit constant.
    "xor", "rd, rs, i32", extension =>
        "lui $at, hi(i32); ori $at, $at, lou(i32); xor rd, rs, $at";
    /// NOR a register with a 32-bit constant.
    "nor", "rd, rs, i32", extension =>
        "lui $at, hi(i32); ori $at, $at, lou(i32); nor rd, rs, $at";
    /// Shift left by the low five bits of rs.
    "sll", "rd, rt, rs", extension =>
        "sllv rd, rt, rs";
    /// Shift right by the low five bits of rs, filling with zeros.
    "srl", "rd, rt, rs", extension =>
        "srlv rd, rt, rs";
    /// Shift right by the low five bits of rs, keeping the sign.
    "sra", "rd, rt, rs", extension =>
        "srav rd, rt, rs";
    /// Shift left by a fixed amount.
    "sllv", "rd, rt, u5", extension =>
        "sll rd, rt, u5";
    /// Shift right by a fixed amount, filling with zeros.
    "srlv", "rd, rt, u5", extension =>
        "srl rd, rt, u5";
    /// Shift right by a fixed amount, keeping the sign.
    "srav", "rd, rt, u5", extension =>
        "sra rd, rt, u5";
    /// Load a signed 16-bit constant.
    "move", "rd, s16", extension =>
        "addiu rd, $zero, lo(s16)";
    /// Load a 32-bit constant.
    "move", "rd, i32", extension =>
        "lui $at, hi(i32); ori rd, $at, lou(i32)";
    /// Jump to the address in a register.
    "j", "rs", extension =>
        "jr rs";
    /// Call the procedure whose address is in a register.
    "jal", "rs", extension =>
        "jalr $ra, rs";
    /// Call the procedure whose address is in rs, with the return address in rd.
    "jal", "rd, rs", extension =>
        "jalr rd, rs";
    /// Load a number of single precision.
    "li.s", "fd, f32", extension =>
        "lui $at, hi(f32); ori $at, $at, lou(f32); mtc1 $at, fd";
    /// Load a number of double precision.
    "li.d", "fd, f64", extension =>
        "lui $at, hi(f64); ori $at, $at, lou(f64); mtc1 $at, fd; lui $at, hi(upper); \
         ori $at, $at, lou(upper); mtc1 $at, next(fd)";
    /// Push a register onto the stack.
    "push", "rs", extension =>
        "addiu $sp, $sp, -4; sw rs, 0($sp)";
    /// Pop a register from the stack.
    "pop", "rd", extension =>
        "lw rd, 0($sp); addiu $sp, $sp, 4";
    /// Begin a frame: push $fp, and let it point to where it was saved.
    "begin", "", extension =>
        "addiu $sp, $sp, -4; sw $fp, 0($sp); addu $fp, $zero, $sp";
    /// End a frame: give back everything above the saved $fp, and pop it.
    "end", "", extension =>
        "addu $sp, $zero, $fp; lw $fp, 0($sp); addiu $sp, $sp, 4";
    /// Call a procedure that is near enough for a branch.
    "bal", "label", extension =>
        "bgezal $zero, label";
    /// Trap if two registers are equal; the code is ignored.
    "teq", "rs, rt, u16", extension =>
        "teq rs, rt";
    /// Trap if two registers are unequal; the code is ignored.
    "tne", "rs, rt, u16", extension =>
        "tne rs, rt";
    /// Trap if a register is at least another; the code is ignored.
    "tge", "rs, rt, u16", extension =>
        "tge rs, rt";
    /// Trap if a register is at least another, compared as unsigned; the code is ignored.
    "tgeu", "rs, rt, u16", extension =>
        "tgeu rs, rt";
    /// Trap if a register is less than another; the code is ignored.
    "tlt", "rs, rt, u16", extension =>
        "tlt rs, rt";
    /// Trap if a register is less than another, compared as unsigned; the code is ignored.
    "tltu", "rs, rt, u16", extension =>
        "tltu rs, rt";
}
