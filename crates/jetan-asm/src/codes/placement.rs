//! Pages of the mistakes in where things go, and of the limits.

use super::{DiagnosticPage, ExampleSettings};
use crate::dialect::Dialect;

pub(super) const PAGES: &[DiagnosticPage] = &[
    DiagnosticPage {
        code: "E0701",
        title: "no memory for instructions at this address",
        text: "\
The instruction would be placed outside the text segment and the kernel's text segment, or at an \
address that is not a multiple of 4.
The processor could never fetch it from there.
Typical causes are a wrong address after `.text`, and a program larger than the text segment.
Leave the address out, unless a task demands one.",
        wrong: "        .text 0x10010000
main:
        nop
",
        right: "        .text
main:
        nop
",
        setting: ExampleSettings::PLAIN,
    },
    DiagnosticPage {
        code: "E0702",
        title: "two instructions at one address",
        text: "\
A `.text` or `.ktext` with an address goes back to memory that already holds instructions.
Two instructions cannot share an address, and neither of them is the obvious one to drop.
Correct the address so that the parts of the program do not overlap, or leave it out.",
        wrong: "\
main:
        li $v0, 10
        syscall
        .text 0x00400000
        nop
",
        right: "\
main:
        li $v0, 10
        syscall
        .text 0x00400100
        nop
",
        setting: ExampleSettings::PLAIN,
    },
    DiagnosticPage {
        code: "E0703",
        title: "a form that MARS cannot assemble",
        text: "\
MARS lists `swr` with an address from 32768 to 65535 among its pseudo-instructions, but fails when \
it meets one.
In MARS's dialect Jetan says the same; in its own it assembles the instruction.
Load the address into a register and use `swr` with that.",
        wrong: "\
main:
        swr $t0, 40000
",
        right: "\
main:
        li $t1, 40000
        swr $t0, 0($t1)
",
        setting: ExampleSettings { dialect: Dialect::MARS, ..ExampleSettings::PLAIN },
    },
    DiagnosticPage {
        code: "E0801",
        title: "more problems than are shown",
        text: "\
So many problems were found that the rest is only counted: 1000 are shown.
The first of them are worth reading, because one mistake often causes many, such as a macro with \
an error that is called over and over.
Correct those, and assemble again.
MARS stops at 200 errors.",
        wrong: "\
main:
        inc $t0         # and so on, 1001 times
",
        right: "\
main:
        addi $t0, $t0, 1
",
        setting: ExampleSettings { outline: true, also: &["E0201"], ..ExampleSettings::PLAIN },
    },
];
