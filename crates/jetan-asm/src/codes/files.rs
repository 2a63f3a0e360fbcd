//! Pages of the mistakes with included files and with names given a meaning by `.eqv`.

use super::{DiagnosticPage, ExampleSettings};
use crate::dialect::Dialect;

pub(super) const PAGES: &[DiagnosticPage] = &[
    DiagnosticPage {
        code: "E0601",
        title: "a file that cannot be included",
        text: "\
`.include` is replaced by the lines of a file, and that file could not be read.
The name is looked up from the folder of the file with the `.include` line, not from the folder in \
which the assembler was started.
Typical causes are a spelling mistake, a forgotten folder, and upper and lower case, which matter \
on many computers.",
        wrong: "        .include \"services.asm\"
main:
        li $v0, 10
        syscall
",
        right: "        .include \"services.inc\"
main:
        li $v0, EXIT
        syscall
",
        setting: ExampleSettings {
            included: &[("services.inc", "        .eqv EXIT 10\n")],
            ..ExampleSettings::PLAIN
        },
    },
    DiagnosticPage {
        code: "E0602",
        title: "a file that includes itself",
        text: "\
`.include` is replaced by the lines of a file, so a file that includes itself, directly or through \
another, would never end.
The message names the chain of files that leads back to the start.
Move what both files need into a third one, which includes neither of them.",
        wrong: "        .include \"main.asm\"
main:
        nop
",
        right: "\
main:
        nop
",
        setting: ExampleSettings::PLAIN,
    },
    DiagnosticPage {
        code: "E0603",
        title: "includes nested too deeply",
        text: "\
A file includes a file that includes a file, and so on, more than 64 deep.
The limit protects the computer from sources that would fill its memory.
Let the main file include the others one after the other, instead of each the next.",
        wrong: "        .include \"level1.inc\"
main:
        nop             # level1.inc includes level2.inc, and so on, to level65.inc
",
        right: "        .include \"level1.inc\"
        .include \"level2.inc\"
main:
        nop
",
        setting: ExampleSettings {
            outline: true,
            included: &[
                ("level1.inc", "        .eqv ONE 1\n"),
                ("level2.inc", "        .eqv TWO 2\n"),
            ],
            ..ExampleSettings::PLAIN
        },
    },
    DiagnosticPage {
        code: "E0604",
        title: "a file that is included twice",
        text: "\
MARS includes a file only once, so the second `.include` of it is an error, which MARS calls a \
recursive include.
Jetan's own dialect includes the file every time.
Delete all but the first `.include` of the file.",
        wrong: "        .include \"part.inc\"
        .include \"part.inc\"
",
        right: "        .include \"part.inc\"
",
        setting: ExampleSettings {
            dialect: Dialect::MARS,
            included: &[("part.inc", "        nop\n")],
            ..ExampleSettings::PLAIN
        },
    },
    DiagnosticPage {
        code: "E0611",
        title: "`.eqv` takes a name and a text",
        text: "\
`.eqv` gives a meaning to a name: every time the name appears below, the text stands in its place.
Here both are missing, so nothing is given a meaning.
Write the name and then the text, with a blank between them.",
        wrong: "        .eqv
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
        code: "E0612",
        title: "a word that cannot be given a meaning",
        text: "\
The first operand of `.eqv`, or what stands before `=`, is the name that gets a meaning, and it \
must be an ordinary name.
Instructions, registers and numbers have a meaning already, which nothing can change.
A typical cause is the two operands in the wrong order.",
        wrong: "        .eqv 10 SIZE
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
        code: "E0613",
        title: "a name that stands for itself",
        text: "\
The text after `.eqv` contains the very name it is the meaning of.
The name would be replaced by a text with the name in it, and so on without end.
A typical cause is an attempt to count up, as a variable would: a name given a meaning is a \
constant.
Use another name, or a register for a value that changes.",
        wrong: "        .eqv SIZE SIZE
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
        code: "E0614",
        title: "a name that is given two meanings",
        text: "\
Two `.eqv` lines give the same name different meanings, and the first one stays.
A name means the same from its definition to the end of the file, so that a reader finds its value \
in one place.
Typical causes are two included files that use the same name, and a value changed in one place \
only.
Delete one of the lines, or choose another name.
`NAME = value` may give a name a new meaning.",
        wrong: "        .eqv SIZE 10
        .eqv SIZE 20
main:
        li $t0, SIZE
",
        right: "        .eqv SIZE 10
        .eqv LIMIT 20
main:
        li $t0, SIZE
        li $t1, LIMIT
",
        setting: ExampleSettings::PLAIN,
    },
    DiagnosticPage {
        code: "E0615",
        title: "names that stand for each other",
        text: "\
A name is replaced by its meaning until no name with a meaning is left, and here that never \
happens.
Two or more names stand for one another in a circle.
Give one of them a meaning of its own, such as a number.",
        wrong: "        .eqv WIDTH HEIGHT
        .eqv HEIGHT WIDTH
main:
        li $t0, WIDTH
",
        right: "        .eqv WIDTH HEIGHT
        .eqv HEIGHT 8
main:
        li $t0, WIDTH
",
        setting: ExampleSettings::PLAIN,
    },
];
