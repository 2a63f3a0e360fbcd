//! Pages of the mistakes in data and in directives with operands.

use super::{DiagnosticPage, ExampleSettings};

pub(super) const PAGES: &[DiagnosticPage] = &[
    DiagnosticPage {
        code: "E0401",
        title: "data in the text segment",
        text: "\
The text segment holds instructions only, and this directive stores or arranges data.
A file starts in the text segment and changes over at `.data`.
A typical cause is a missing `.data` before the first variable.
Put `.data` before the data, and `.text` before the instructions that follow.
Behind a label it is a warning only, W0911, and an error in MARS.",
        wrong: "\
main:   lw $t0, 4($sp)
        .word 3
",
        right: "\
main:   lw $t0, 4($sp)
        .data
        .word 3
",
        setting: ExampleSettings::PLAIN,
    },
    DiagnosticPage {
        code: "E0402",
        title: "neither an integer nor a label",
        text: "\
`.word`, `.half` and `.byte` store integers, characters and the addresses of labels, and nothing \
else.
Values are not computed here either, so `4*10` and `table+8` have to be worked out by hand.
Numbers with a fraction are stored with `.float` or `.double`, texts with `.asciiz`.
A typical cause is the wrong directive for the data after it.",
        wrong: "        .data
price:  .word 1.5
",
        right: "        .data
price:  .float 1.5
",
        setting: ExampleSettings::PLAIN,
    },
    DiagnosticPage {
        code: "E0403",
        title: "not a floating-point number",
        text: "\
`.float` and `.double` store numbers such as `1.5`, `-2` or `6.02e23`, and this is none.
A hexadecimal number does not say how its bits are to be read, so it is not accepted either.
Write the number in decimal.
To store a bit pattern, use `.word`; to store the address of a label, too.",
        wrong: "        .data
ten:    .float 0x0a
",
        right: "        .data
ten:    .float 10
",
        setting: ExampleSettings::PLAIN,
    },
    DiagnosticPage {
        code: "E0404",
        title: "a number too large for a float",
        text: "\
A single-precision number goes up to about 3.4e38 in size, and this one is larger.
It would have to be stored as infinity, which is hardly what was meant.
Use `.double`, which goes up to about 1.8e308, and the instructions that end in `.d`.",
        wrong: "        .data
large:  .float 1e39
",
        right: "        .data
large:  .double 1e39
",
        setting: ExampleSettings::PLAIN,
    },
    DiagnosticPage {
        code: "E0405",
        title: "not a string",
        text: "\
`.ascii` and `.asciiz` store strings, and a string stands in double quotes.
A typical cause is a text without its quotes, which looks like the name of a label.
Put the text in double quotes; several strings can follow one another, separated by commas.
To store single bytes by their numbers, use `.byte`.",
        wrong: "        .data
hello:  .asciiz Hello
",
        right: "        .data
hello:  .asciiz \"Hello\"
",
        setting: ExampleSettings::PLAIN,
    },
    DiagnosticPage {
        code: "E0406",
        title: "a malformed repetition",
        text: "\
`value : count` stores the same value several times, and both sides of the colon must be numbers.
The assembler has to know how much room the data takes before it knows any label, so a label can \
be neither of the two.
A typical cause is a name for the count that was not given a meaning with `.eqv` above.",
        wrong: "        .data
table:  .word 0 : SIZE
",
        right: "        .eqv SIZE 10
        .data
table:  .word 0 : SIZE
",
        setting: ExampleSettings::PLAIN,
    },
    DiagnosticPage {
        code: "E0407",
        title: "a repetition of nothing",
        text: "\
In `value : count` the count says how often the value is stored, so it must be 1 or more.
With a count of zero the directive would store nothing, and its label would belong to whatever \
comes next.
Correct the count, or delete the line.",
        wrong: "        .data
table:  .word 0 : 0
",
        right: "        .data
table:  .word 0 : 10
",
        setting: ExampleSettings::PLAIN,
    },
    DiagnosticPage {
        code: "E0408",
        title: "no memory for data at this address",
        text: "\
The data would be stored where there is no memory for data: outside the data segment, the stack, \
the kernel's data and the device registers.
Typical causes are a wrong address after `.data`, and a `.space` so large that the data after it \
passes the end of the segment.
Leave the address out, unless a task demands one, and the data follows what is there already.",
        wrong: "        .data 0x00001000
count:  .word 3
",
        right: "        .data
count:  .word 3
",
        setting: ExampleSettings::PLAIN,
    },
    DiagnosticPage {
        code: "E0409",
        title: "one operand is needed",
        text: "\
`.space` and `.align` take exactly one number: how many bytes to reserve, or to which power of two \
to align.
With none or with several, the assembler does not know where the next data goes.
Write one number after the directive.",
        wrong: "        .data
buffer: .space
",
        right: "        .data
buffer: .space 80
",
        setting: ExampleSettings::PLAIN,
    },
    DiagnosticPage {
        code: "E0410",
        title: "a number of zero or more is needed",
        text: "\
`.space` and `.align` take an integer that is not negative, and this is something else.
Room cannot be given back, and data cannot be aligned to a part of a byte.
A label cannot stand here, since its address is not known yet; a name given a meaning with `.eqv` \
can.
Write the number of bytes after `.space`, and 1, 2 or 3 after `.align` for halfwords, words and \
doubles.",
        wrong: "        .data
buffer: .space -80
",
        right: "        .data
buffer: .space 80
",
        setting: ExampleSettings::PLAIN,
    },
    DiagnosticPage {
        code: "E0411",
        title: "`.extern` takes a label and a size",
        text: "\
`.extern` reserves room for a variable that all files share, so it needs the name of the variable \
and its size in bytes.
A typical cause is the habit of other assemblers, where `.extern` only announces a label.
Here no announcement is needed: a label that another file declares with `.globl` can just be used.",
        wrong: "        .extern total
main:
        nop
",
        right: "        .extern total 4
main:
        sw $t0, total
",
        setting: ExampleSettings::PLAIN,
    },
    DiagnosticPage {
        code: "E0412",
        title: "the size in `.extern` must be a number",
        text: "\
The second operand of `.extern` is the size of the variable in bytes, an integer that is not \
negative.
The assembler needs it to know where the next variable goes.
Write the size as a number: 4 for a word, and 40 for ten of them.",
        wrong: "        .extern total word
main:
        nop
",
        right: "        .extern total 4
main:
        nop
",
        setting: ExampleSettings::PLAIN,
    },
    DiagnosticPage {
        code: "E0413",
        title: "`.globl` without a label",
        text: "\
`.globl` makes labels visible to the other files, and this one names none.
Write the labels after it, separated by commas, or delete the line.
A program in a single file needs no `.globl` at all.",
        wrong: "        .globl
main:
        nop
",
        right: "        .globl main
main:
        nop
",
        setting: ExampleSettings::PLAIN,
    },
    DiagnosticPage {
        code: "E0414",
        title: "`.globl` takes labels only",
        text: "\
Only a label can be made visible to the other files, and one of the operands here is something \
else: a number, a register or a string.
A typical cause is an attempt to share a value: give a variable a label in `.data`, and share the \
label.",
        wrong: "        .globl \"main\"
main:
        nop
",
        right: "        .globl main
main:
        nop
",
        setting: ExampleSettings::PLAIN,
    },
    DiagnosticPage {
        code: "E0415",
        title: "`.include` takes a file name in quotes",
        text: "\
`.include` reads another file in place of its line, and the name of the file is a string.
Without the quotes, the dots and slashes of a file name would be read as something else.
Put the name in double quotes; it is looked up from the folder of the file that includes it.",
        wrong: "        .include print.inc
main:
        nop
",
        right: "        .include \"print.inc\"
main:
        nop
",
        setting: ExampleSettings {
            included: &[("print.inc", "        .eqv PRINT_INT 1\n")],
            ..ExampleSettings::PLAIN
        },
    },
    DiagnosticPage {
        code: "E0416",
        title: "too much data",
        text: "\
A program may store 256 MiB of data before it starts, and this one stores more.
The limit protects the computer: a repetition count with a few zeros too many could otherwise fill \
its memory.
Reserve room that starts out as zero with `.space`, which stores nothing, or ask for it while the \
program runs, with service 9.",
        wrong: "        .data
table:  .word 1 : 100000000
",
        right: "        .data
table:  .space 4000
",
        setting: ExampleSettings { outline: true, ..ExampleSettings::PLAIN },
    },
    DiagnosticPage {
        code: "E0417",
        title: "an alignment that is not a power of two",
        text: "\
`.balign` and the third operand of `.comm` and `.lcomm` take a number of bytes, which must be a \
power of two; `.p2align` takes its exponent, so that `.p2align 2` aligns to 4 bytes.
1 MiB is the largest: more would leave the data segment.
MARS does not have these directives; `.align 2` is what it has for `.p2align 2`.",
        wrong: "        .data
        .balign 3
table:  .space 12
",
        right: "        .data
        .balign 4
table:  .space 12
",
        setting: ExampleSettings::PLAIN,
    },
];
