//! Pages of the mistakes in single words: characters, numbers, strings, comments.

use super::{DiagnosticPage, ExampleSettings};

pub(super) const PAGES: &[DiagnosticPage] = &[
    DiagnosticPage {
        code: "E0101",
        title: "characters that mean nothing",
        text: "\
A word of this line starts with a character that begins nothing in assembly language.
The assembler cannot tell what was meant, so it leaves the whole line out and reports it.
A typical cause is a `;` at the end of a statement, as in C: here a statement ends with its line.
Curly quotation marks pasted from a text document are another.
Delete the characters, or turn them into a comment by putting `#` before them.",
        wrong: "\
main:
    li $v0, 10 ;
    syscall
",
        right: "\
main:
    li $v0, 10
    syscall
",
        setting: ExampleSettings::PLAIN,
    },
    DiagnosticPage {
        code: "E0102",
        title: "a malformed character literal",
        text: "\
Between two single quotes stands exactly one character, or one escape that begins with `\\`.
The escapes are `\\n`, `\\t`, `\\r`, `\\b`, `\\f`, `\\0`, `\\\\`, `\\'`, `\\\"` and three octal \
digits such as `\\101`.
A character literal is a number, the code of the character, so two characters have no value.
A typical cause is a text in single quotes: texts stand in double quotes and are stored with \
`.asciiz` or `.ascii`.",
        wrong: "        .data
answer: .byte 'no'
",
        right: "        .data
answer: .byte 'n', 'o'
",
        setting: ExampleSettings::PLAIN,
    },
    DiagnosticPage {
        code: "E0103",
        title: "a malformed number",
        text: "\
This word starts like a number, with a digit or a sign, but goes on in a way no number does.
Numbers are written in decimal (`42`, `-7`), hexadecimal (`0x2a`), octal (`052`), binary \
(`0b101010`) or with a fraction (`1.5`, `2e-3`).
A hexadecimal number has at most eight digits, because a register has 32 bits.
A typical cause is a label that starts with a digit: names start with a letter, `_`, `.` or `$`.",
        wrong: "\
main:
    li $t0, 0xfg
",
        right: "\
main:
    li $t0, 0xff
",
        setting: ExampleSettings::PLAIN,
    },
    DiagnosticPage {
        code: "E0105",
        title: "a comment that is not closed",
        text: "\
A comment that begins with `/*` goes on to the next `*/`, over as many lines as there are between.
Here the file ends first, so everything from the `/*` on would be missing from the program.
Put `*/` where the comment ends.
For a comment of one line, `#` or `//` is enough and needs no end.",
        wrong: "\
main:
    /* leave the program
    li $v0, 10
    syscall
",
        right: "\
main:
    /* leave the program */
    li $v0, 10
    syscall
",
        setting: ExampleSettings::PLAIN,
    },
];
