//! Pages of the mistakes in instructions and their operands.

use super::{DiagnosticPage, ExampleSettings};

pub(super) const PAGES: &[DiagnosticPage] = &[
    DiagnosticPage {
        code: "E0301",
        title: "too few or too many operands",
        text: "\
The instruction exists, but it never has this number of operands, or they are put together in a \
way it does not know.
Parentheses and `+` count too: `4($sp)` is one address, `4 $sp` is not.
Typical causes are a forgotten register, a missing parenthesis, or two instructions on one line.
The message lists the forms the instruction has; choose one of them.",
        wrong: "\
main:
    add $t0, $t1, $t2, $t3
",
        right: "\
main:
    add $t0, $t1, $t2
",
        setting: ExampleSettings::PLAIN,
    },
    DiagnosticPage {
        code: "E0302",
        title: "an operand of the wrong kind",
        text: "\
The number of operands is right, but one of them is of a kind that cannot stand in its place: a \
register where a number is needed, a number where a label is needed, and so on.
Every instruction has fixed places for registers and for numbers, so another kind cannot be \
encoded.
Typical causes are the wrong one of two related instructions, such as `addi` and `add`, or a \
misspelt register, which then looks like a label.
Use the instruction made for these operands, or load the value into a register first.",
        wrong: "\
main:
    slti $t0, $t1, $t2
",
        right: "\
main:
    slt $t0, $t1, $t2
",
        setting: ExampleSettings::PLAIN,
    },
    DiagnosticPage {
        code: "E0303",
        title: "a number that does not fit",
        text: "\
The instruction takes a number here, but this one is too large or too small for the bits it has \
for it.
Sixteen bits hold -32768 to 32767, or 0 to 65535 where the instruction does not know negative \
numbers; a shift amount has five bits and goes from 0 to 31.
Load the number into a register with `li`, which takes any 32-bit number, and use the form of the \
instruction that works on registers.",
        wrong: "\
main:
    teqi $t0, 40000
",
        right: "\
main:
    li $t1, 40000
    teq $t0, $t1
",
        setting: ExampleSettings::PLAIN,
    },
    DiagnosticPage {
        code: "E0304",
        title: "pseudo-instructions are switched off",
        text: "\
This is a pseudo-instruction: the processor does not have it, and the assembler would replace it \
by real instructions.
Pseudo-instructions were switched off for this run, as some courses ask, so only real instructions \
are accepted.
Write the real instructions yourself, or assemble without that option.
`jetan explain li` shows what a pseudo-instruction stands for.",
        wrong: "\
main:
    li $t0, 5
",
        right: "\
main:
    addiu $t0, $zero, 5
",
        setting: ExampleSettings { pseudo: false, ..ExampleSettings::PLAIN },
    },
    DiagnosticPage {
        code: "E0306",
        title: "a jump that does not reach its label",
        text: "\
`j` and `jal` hold 26 bits of the address they jump to and take its first four bits from their own \
address.
So they cannot leave the region of 256 MiB they stand in, and this label lies in another one.
A typical cause is a jump from user code to a label in kernel code, or the other way round.
Load the address of the label with `la` and jump with `jr` or `jalr`.",
        wrong: "\
main:
    j handler
    .ktext
handler:
    eret
",
        right: "\
main:
    la $t0, handler
    jr $t0
    .ktext
handler:
    eret
",
        setting: ExampleSettings::PLAIN,
    },
    DiagnosticPage {
        code: "E0307",
        title: "an odd register for a double",
        text: "\
A double has 64 bits and takes two floating-point registers: an even one and the odd one after it.
It is always named by the even one, so `$f0`, `$f2`, … `$f30` can hold a double and `$f1` cannot.
Use an even register, and remember that it occupies its neighbour too.
If a single was meant, use the instruction that ends in `.s`.",
        wrong: "\
main:
    add.d $f0, $f1, $f2
",
        right: "\
main:
    add.d $f0, $f2, $f4
",
        setting: ExampleSettings::PLAIN,
    },
    DiagnosticPage {
        code: "E0308",
        title: "no such condition flag",
        text: "\
Comparisons of floating-point numbers set one of eight condition flags, and branches test one.
The flags are numbered from 0 to 7, and the instruction has three bits for the number.
Use one of these, or leave the number out, which means flag 0.
The comparison and the branch that belongs to it must name the same flag.",
        wrong: "\
main:
    c.lt.s 8, $f0, $f2
",
        right: "\
main:
    c.lt.s 1, $f0, $f2
",
        setting: ExampleSettings::PLAIN,
    },
    DiagnosticPage {
        code: "E0309",
        title: "an expression that cannot be computed",
        text: "\
Numbers can be computed from others with `+ - * / % << >> & ^ | ~` and parentheses, with the \
precedence of C.
Something is missing here, or a label is used as a number: to a label a number can be added, and \
its halves are `%hi(label)` and `%lo(label)`.
The distance of two labels, `end-start`, is a number below both of them; above them only `.word` \
and its like can store it, and as it is.
A `%` that computes a remainder touches what is before it or has a blank on both sides, since \
`%name` is the parameter of a macro.
MARS has no expressions at all: there a number is written as one.",
        wrong: "\
main:
    li $t0, (4*3
",
        right: "\
main:
    li $t0, (4*3)
",
        setting: ExampleSettings::PLAIN,
    },
    DiagnosticPage {
        code: "E0310",
        title: "an expression that is too large",
        text: "\
The result has more than 32 bits, a shift is not from 0 to 31, or something is divided by zero.
A result may be as small as -2147483648 and as large as 4294967295, which has the same bits as -1.",
        wrong: "\
main:
    li $t0, 1<<32
",
        right: "\
main:
    li $t0, 1<<31
",
        setting: ExampleSettings::PLAIN,
    },
];
