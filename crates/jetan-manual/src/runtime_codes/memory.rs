//! Addresses that cannot be used.

use super::RuntimeCodePage;

pub(super) const PAGES: &[RuntimeCodePage] = &[
    RuntimeCodePage {
        code: "R0101",
        title: "an address that is not aligned",
        text: "\
A word lies at a multiple of 4, a halfword at a multiple of 2, a double at a multiple of 8.
The instruction got an address between two of them.
Most often an index was not multiplied by the size of an element, or a string of odd length \
stands before the label in `.data`.
`.align 2` before a label moves it to the next multiple of 4; `.word` does so by itself, `.space` \
does not.",
        wrong: "\
        .data
list:   .word 10, 20, 30
        .text
main:   li $t0, 1               # the index
        lw $a0, list($t0)
        li $v0, 10
        syscall
",
        flag: None,
        input: "",
        right: "\
        .data
list:   .word 10, 20, 30
        .text
main:   li $t0, 1               # the index
        sll $t0, $t0, 2         # in bytes
        lw $a0, list($t0)
        li $v0, 10
        syscall
",
    },
    RuntimeCodePage {
        code: "R0102",
        title: "an unmapped address",
        text: "\
A program may use its data, its heap and its stack; other addresses lead nowhere.
An address near 0 is usually a number that was taken for an address, or the 0 that ends a list.
An address just below the stack's limit means that the stack is full: a recursion does not end.
`la` loads the address of a label, `lw` what is stored there.",
        wrong: "\
        .data
list:   .word 10, 20, 30
        .text
main:   lw $t0, list            # 10, which is not an address
        lw $a0, 2($t0)
        li $v0, 10
        syscall
",
        flag: None,
        input: "",
        right: "\
        .data
list:   .word 10, 20, 30
        .text
main:   la $t0, list
        lw $a0, 0($t0)
        li $v0, 10
        syscall
",
    },
    RuntimeCodePage {
        code: "R0103",
        title: "code that was read or written as data",
        text: "\
Instructions can be executed, but not loaded or stored over.
The address belongs to a label in the text segment.
Variables go after `.data`, and `.text` begins the code again.
A program that means to change its own code is run with --self-modifying.",
        wrong: "\
        .text
main:   li $t0, 5
        sw $t0, count
        li $v0, 10
        syscall
count:  nop
",
        flag: None,
        input: "",
        right: "\
        .data
count:  .word 0
        .text
main:   li $t0, 5
        sw $t0, count
        li $v0, 10
        syscall
",
    },
    RuntimeCodePage {
        code: "R0104",
        title: "a jump to where no code is",
        text: "\
`jr` and `jalr` go to the address in a register, whatever it is.
With `jr $ra` the register holds something else than the address after a `jal`: nobody called, or \
`$ra` was not saved before another call, or it was loaded from the wrong place on the stack.
A return from where the program began is not an error but its end: `jr $ra` with no call open ends \
the run, with exit code 0 and a note.
In MARS, and with --strict, that is this error too: a program for MARS ends with service 10.",
        wrong: "\
main:   jal twice
        li $v0, 10
        syscall
twice:  addi $sp, $sp, -8
        sw $ra, 4($sp)
        lw $ra, 0($sp)
        addi $sp, $sp, 8
        jr $ra
",
        flag: None,
        input: "",
        right: "\
main:   jal twice
        li $v0, 10
        syscall
twice:  addi $sp, $sp, -8
        sw $ra, 4($sp)
        lw $ra, 4($sp)
        addi $sp, $sp, 8
        jr $ra
",
    },
];
