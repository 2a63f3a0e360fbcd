//! Pages of the mistakes with names: instructions, labels, global labels.

use super::{DiagnosticPage, ExampleSettings};

pub(super) const PAGES: &[DiagnosticPage] = &[
    DiagnosticPage {
        code: "E0201",
        title: "no such instruction",
        text: "\
The first word of a statement must be an instruction, a directive or a macro, and this is none.
Without it the assembler does not know what to do with the rest of the line.
Typical causes are a spelling mistake, an instruction of another processor, a label without its \
colon, or a directive without its dot.
A macro can be used only below its definition.
`jetan explain` followed by a name tells whether there is an instruction of that name.",
        wrong: "\
main:
    mov $t0, $t1
",
        right: "\
main:
    move $t0, $t1
",
        setting: ExampleSettings::PLAIN,
    },
    DiagnosticPage {
        code: "E0202",
        title: "a label that is defined twice",
        text: "\
A label stands for one address, so its name can be defined only once in a file.
With two definitions a jump to `loop` could mean either of them.
A typical cause is a block of code that was copied together with its labels.
Give the second label a name of its own, and change the jumps that belong to it.
Inside a macro, labels are made unique at every call and may be used again.",
        wrong: "\
loop:
    addi $t0, $t0, 1
loop:
    addi $t1, $t1, 1
    j loop
",
        right: "\
count:
    addi $t0, $t0, 1
loop:
    addi $t1, $t1, 1
    j loop
",
        setting: ExampleSettings::PLAIN,
    },
    DiagnosticPage {
        code: "E0203",
        title: "a label that is not defined",
        text: "\
A statement refers to a label, but no line of this file defines it, and no other file makes it \
global.
The assembler has to put the address of the label into the instruction or the data, and there is \
none.
Typical causes are a spelling mistake and a difference in upper and lower case: `Loop` and `loop` \
are two labels.
Define the label with a colon, as in `loop:`.
If it is defined in another file, that file must declare it with `.globl`.",
        wrong: "\
main:
    j finish
finsh:
    li $v0, 10
    syscall
",
        right: "\
main:
    j finish
finish:
    li $v0, 10
    syscall
",
        setting: ExampleSettings::PLAIN,
    },
    DiagnosticPage {
        code: "E0204",
        title: "a global label that is not defined",
        text: "\
`.globl` makes a label of its own file visible to the other files, and this file has no such label.
A file cannot make a label of another file global, nor does it have to: whoever uses the label \
just uses it.
A typical cause is a spelling mistake in the label or in the `.globl` line.
Define the label in this file, or remove it from `.globl`.",
        wrong: "        .globl mian
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
        code: "E0205",
        title: "a global label in two files",
        text: "\
Two files define a label of the same name, and both declare it global.
All files see the same global labels, so a third file could not tell which of the two it gets.
Give one of the labels another name, or remove `.globl` from the file that needs the label only \
for itself.",
        wrong: "        .globl print
print:
        jr $ra
",
        right: "        .globl show
show:
        jr $ra
",
        setting: ExampleSettings {
            further: &[("second.asm", "        .globl print\nprint:\n        jr $ra\n")],
            ..ExampleSettings::PLAIN
        },
    },
    DiagnosticPage {
        code: "E0206",
        title: "no register to pair with",
        text: "\
Some pseudo-instructions, such as `ld` and `sd`, move two words with two registers: the one that \
is named and the one after it.
After the last register there is no other, so the second word has nowhere to go.
Name an earlier register.
If only one word was meant, use `lw` or `sw`.",
        wrong: "\
main:
    ld $ra, 0($sp)
",
        right: "\
main:
    lw $ra, 0($sp)
",
        setting: ExampleSettings::PLAIN,
    },
    DiagnosticPage {
        code: "E0207",
        title: "a label without its colon",
        text: "\
A name stands before a directive or an instruction, where only a label can stand.
A label is defined by its name and a colon; without the colon the name could be anything.
Put a colon after the name.",
        wrong: "        .data
count   .word 5
",
        right: "        .data
count:  .word 5
",
        setting: ExampleSettings::PLAIN,
    },
];
