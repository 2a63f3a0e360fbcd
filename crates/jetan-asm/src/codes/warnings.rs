//! Pages of the warnings.

use super::{DiagnosticPage, ExampleSettings};
use crate::dialect::Dialect;

pub(super) const PAGES: &[DiagnosticPage] = &[
    DiagnosticPage {
        code: "W0901",
        title: "an unknown directive",
        text: "\
A word that begins with a dot stands where a directive should, but there is no directive of that \
name.
The whole line is ignored, and the program may miss something because of that.
Typical causes are a spelling mistake, and sources written for another assembler.
If the directive matters, replace it by one from the list of directives; if not, delete the line.",
        wrong: "        .dat
        .text
main:
        nop
",
        right: "        .data
        .text
main:
        nop
",
        setting: ExampleSettings::PLAIN,
    },
    DiagnosticPage {
        code: "W0902",
        title: "`.set` has no effect",
        text: "\
`.set` chooses options of other assemblers, such as `noreorder`, which MARS does not have.
The line is ignored.
Jetan ignores it as well, but says so only in MARS's dialect.
Delete the line, unless the source has to work with another assembler too.",
        wrong: "        .set noreorder
main:
        nop
",
        right: "\
main:
        nop
",
        setting: ExampleSettings { dialect: Dialect::MARS, ..ExampleSettings::PLAIN },
    },
    DiagnosticPage {
        code: "W0903",
        title: "a number that is cut off",
        text: "\
The number has more bits than the directive stores, so only its lowest bits are kept.
A byte holds -128 to 255 and a halfword -32768 to 65535, depending on whether it is read as a \
signed or an unsigned number.
Use `.half` or `.word` for larger numbers, and load them with `lh` or `lw`.
MARS warns about numbers above 127 and 32767 already.",
        wrong: "        .data
days:   .byte 365
",
        right: "        .data
days:   .half 365
",
        setting: ExampleSettings::PLAIN,
    },
    DiagnosticPage {
        code: "W0904",
        title: "a file that is not UTF-8",
        text: "\
The file contains bytes that are not valid UTF-8, which is how sources are read.
It happens when a file with accents or symbols was saved in an older encoding such as Latin-1.
The whole file is read as Windows-1252, of which Latin-1 is a part, and its strings are stored as \
the bytes they are in the file.
Save the file as UTF-8, so that every program shows it alike; editors offer that when saving.",
        wrong: "\
main:                   # naïve
        nop
",
        right: "\
main:                   # naïve
        nop
",
        setting: ExampleSettings { latin1: true, ..ExampleSettings::PLAIN },
    },
    DiagnosticPage {
        code: "W0905",
        title: "an instruction in the data segment",
        text: "\
Between `.data` and the next `.text` only data can stand, and this line is not data.
MARS leaves such lines out without a word, and so does Jetan after this warning, which stands for \
all lines up to the next `.text`.
A typical cause is a missing `.text` between the variables and the program.
Put `.text` on a line of its own before the first instruction.",
        wrong: "        .data
count:  .word 3
main:
        lw $t0, count
        addi $t0, $t0, 1
",
        right: "        .data
count:  .word 3
        .text
main:
        lw $t0, count
        addi $t0, $t0, 1
",
        setting: ExampleSettings::PLAIN,
    },
    DiagnosticPage {
        code: "W0906",
        title: "a string that is not closed",
        text: "\
A string begins with a double quote and ends with the next one, on the same line.
Here the line ends first, so the string takes all of it, a comment included.
MARS drops the last character of such a string, as if it were the missing quote.
Put the missing `\"` where the text ends.
To store a double quote itself, write `\\\"`; a string that ends in a backslash ends in `\\\\\"`.",
        wrong: "        .data
hello:  .asciiz \"Hello
",
        right: "        .data
hello:  .asciiz \"Hello\"
",
        setting: ExampleSettings::PLAIN,
    },
    DiagnosticPage {
        code: "W0907",
        title: "a name without a meaning",
        text: "\
`.eqv` names something, but does not say what the name stands for, so the line is ignored.
Unlike in C, a name cannot be defined as nothing, because no statement asks whether it is defined.
Write the value after the name, or delete the line.",
        wrong: "        .eqv SIZE
main:
        nop
",
        right: "        .eqv SIZE 10
main:
        li $t0, SIZE
",
        setting: ExampleSettings::PLAIN,
    },
    DiagnosticPage {
        code: "W0908",
        title: "a branch that does not reach its label",
        text: "\
A branch holds the distance to its label in 16 bits, counted in instructions, so it reaches 32767 \
instructions ahead and 32768 back.
This label is further away; MARS goes there all the same, but a processor could not.
Turn the condition around and branch over a `j`, which reaches every instruction of a program.
A typical cause is a `.text` with an address of its own between the branch and its label.",
        wrong: "\
main:
    beq $t0, $zero, done
    .text 0x00440000
done:
    nop
",
        right: "\
main:
    bne $t0, $zero, next
    j done
next:
    nop
    .text 0x00440000
done:
    nop
",
        setting: ExampleSettings::PLAIN,
    },
    DiagnosticPage {
        code: "W0909",
        title: "a branch to data",
        text: "\
The label of this branch stands in the data segment, where there are no instructions.
The program stops with an error as soon as the branch is taken.
A typical cause is a missing `.text` before the label, or a variable and an instruction with \
similar names.
Branch to a label of the text segment, or load the data with `lw` and compare it.",
        wrong: "        .data
done:   .word 0
        .text
main:   beq $t0, $zero, done
        nop
",
        right: "        .data
done:   .word 0
        .text
main:   lw $t1, done
        beq $t0, $t1, main
        nop
",
        setting: ExampleSettings::PLAIN,
    },
    DiagnosticPage {
        code: "W0910",
        title: "a number instead of a register, or the other way round",
        text: "\
`move` takes a number, and `sll`, `srl` and `sra` take a register, though MARS refuses both.
Here the other one was perhaps meant: `move $t0, 4` loads the number 4, and `$4` is a register; \
`sll $t0, $t1, $2` shifts by what is in `$2`.
Write `li` for a number, and the name of a register, such as `$v0`, for a register.",
        wrong: "\
main:   move $t0, 4
",
        right: "\
main:   li $t0, 4
",
        setting: ExampleSettings::PLAIN,
    },
    DiagnosticPage {
        code: "W0911",
        title: "data in the text segment, after a label",
        text: "\
The text segment holds instructions; MARS refuses data there, and a program cannot read it.
SPIM and compilers take it, so data after a label in the text segment is stored in the data \
segment here, and the label goes with it.
A typical cause is a missing `.data` before the first variable.
Put `.data` before the data, and `.text` before the instructions that follow.
Data without a label may be an instruction in numbers, and stays an error, E0401.",
        wrong: "\
main:   lw $t0, count
        nop
count:  .word 3
",
        right: "\
main:   lw $t0, count
        nop
        .data
count:  .word 3
",
        setting: ExampleSettings::PLAIN,
    },
    DiagnosticPage {
        code: "W0912",
        title: "a section of an unknown name",
        text: "\
`.section` names a section that is neither one of the usual ones, such as `.rodata` or `.text`, \
nor says by its flags what it holds, so that its contents go to the data segment.
MARS does not have sections; they are accepted because compilers write them.
Add the flags `\"aw\"` for data or `\"ax\"` for instructions, or write `.data` or `.text`.",
        wrong: "        .section .table
x:      .word 1
",
        right: "        .section .table, \"aw\"
x:      .word 1
",
        setting: ExampleSettings::PLAIN,
    },
    DiagnosticPage {
        code: "W0913",
        title: "a number that becomes infinity",
        text: "\
The number is larger than the largest double, about 1.8e308, and is stored as infinity, as MARS \
does without a word.
Write a smaller number, or `Infinity` if that is meant.",
        wrong: "        .data
x:      .double 1e400
",
        right: "        .data
x:      .double Infinity
",
        setting: ExampleSettings::PLAIN,
    },
    DiagnosticPage {
        code: "W0914",
        title: "octal digits in a string",
        text: "\
In a string `\\0` is the byte 0, and digits after it are characters: `\\012` is a null, a `1` and \
a `2`, as in MARS, and a text is printed only up to the null.
Before other digits the backslash means nothing, so that `\\101` is `101`.
In C these would be the characters with the codes 012 and 101 in octal, which is why this warns; \
strings of a source that a C compiler has written, with its `.file` or `.section .mdebug`, are \
read that way.
Write `\\n` for the end of a line, the character itself where it can be typed, and a number with \
`.byte` between two strings for any other, such as 27 for the escape character of a terminal.",
        wrong: "        .data
text:   .asciiz \"one line\\012\"
",
        right: "        .data
text:   .asciiz \"one line\\n\"
",
        setting: ExampleSettings::PLAIN,
    },
];
