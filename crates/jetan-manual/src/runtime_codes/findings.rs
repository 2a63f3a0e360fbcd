//! The findings of `jetan run --check`, from `return-address` to `word-of-bytes`.

use super::RuntimeCodePage;

pub(super) const PAGES: &[RuntimeCodePage] = &[
    RuntimeCodePage {
        code: "return-address",
        title: "a call has overwritten $ra",
        text: "\
`jal` puts the address to return to into `$ra`, over the one that was there.
A procedure that calls another saves `$ra` on the stack first and loads it before `jr $ra`.",
        wrong: "\
        .text
main:   jal outer
        li $v0, 10
        syscall
outer:  li $t0, 2
again:  jal inner
        addi $t0, $t0, -1
        blez $t0, end
        jr $ra
end:    li $v0, 10
        syscall
inner:  jr $ra
",
        flag: Some("--check"),
        input: "",
        right: "\
        .text
main:   jal outer
        li $v0, 10
        syscall
outer:  addi $sp, $sp, -4
        sw $ra, 0($sp)
        jal inner
        lw $ra, 0($sp)
        addi $sp, $sp, 4
        jr $ra
inner:  jr $ra
",
    },
    RuntimeCodePage {
        code: "saved-register",
        title: "a procedure changes a saved register",
        text: "\
Callers rely on `$s0` to `$s7`, `$fp` and `$gp`: a procedure that uses one restores it before \
it returns.
Store it on the stack at the start and load it from the same place before `jr $ra`.
Nothing else may be stored there in between: an array in the frame needs words of its own.
Or use a temporary such as `$t0`, which nobody relies on.",
        wrong: "\
        .text
main:   li $s0, 1
        jal work
        move $a0, $s0
        li $v0, 1
        syscall
        li $v0, 10
        syscall
work:   li $s0, 5
        add $v0, $s0, $s0
        jr $ra
",
        flag: Some("--check"),
        input: "",
        right: "\
        .text
main:   li $s0, 1
        jal work
        move $a0, $s0
        li $v0, 1
        syscall
        li $v0, 10
        syscall
work:   li $t0, 5
        add $v0, $t0, $t0
        jr $ra
",
    },
    RuntimeCodePage {
        code: "service-number",
        title: "the number of a service is used as a result",
        text: "\
A service that prints returns nothing, so `$v0` still holds the number of the service.
Before `syscall` it holds the number too: the result is there only afterwards.
Move a result from `$v0` to another register before `$v0` gets the next number.",
        wrong: "\
        .text
main:   li $a0, 3
        li $v0, 1
        syscall
        add $t0, $v0, $v0
        li $v0, 10
        syscall
",
        flag: Some("--check"),
        input: "",
        right: "\
        .text
main:   li $a0, 3
        li $v0, 1
        syscall
        add $t0, $a0, $a0
        li $v0, 10
        syscall
",
    },
    RuntimeCodePage {
        code: "sign-lost",
        title: "a negative number is divided or shifted without its sign",
        text: "\
`divu` and `srl` take the bits of -1 for 4294967295.
`div` and `sra` keep the sign of a number.",
        wrong: "\
        .text
main:   li $t0, -7
        addi $t0, $t0, 4
        srl $a0, $t0, 1
        li $v0, 1
        syscall
        li $v0, 10
        syscall
",
        flag: Some("--check"),
        input: "",
        right: "\
        .text
main:   li $t0, -7
        addi $t0, $t0, 4
        sra $a0, $t0, 1
        li $v0, 1
        syscall
        li $v0, 10
        syscall
",
    },
    RuntimeCodePage {
        code: "stack-balance",
        title: "a procedure does not restore $sp",
        text: "\
`$sp` must be the same when a procedure returns as when it was called.
Add as much to it before `jr $ra` as was taken from it, on every way out.",
        wrong: "\
        .text
main:   jal work
        li $v0, 10
        syscall
work:   addi $sp, $sp, -8
        sw $s0, 0($sp)
        lw $s0, 0($sp)
        addi $sp, $sp, 4
        jr $ra
",
        flag: Some("--check"),
        input: "",
        right: "\
        .text
main:   jal work
        li $v0, 10
        syscall
work:   addi $sp, $sp, -8
        sw $s0, 0($sp)
        lw $s0, 0($sp)
        addi $sp, $sp, 8
        jr $ra
",
    },
    RuntimeCodePage {
        code: "stale-frame",
        title: "memory of a procedure that has returned is used",
        text: "\
What lies below `$sp` belongs to the next call, or to nobody.
Keep a value that is needed after a return in a register, or in memory of the caller.",
        wrong: "\
        .text
main:   jal work
        lw $a0, -4($sp)
        li $v0, 1
        syscall
        li $v0, 10
        syscall
work:   addi $sp, $sp, -4
        li $t0, 5
        sw $t0, 0($sp)
        addi $sp, $sp, 4
        jr $ra
",
        flag: Some("--check"),
        input: "",
        right: "\
        .text
main:   jal work
        move $a0, $v0
        li $v0, 1
        syscall
        li $v0, 10
        syscall
work:   li $v0, 5
        jr $ra
",
    },
    RuntimeCodePage {
        code: "store-before-start",
        title: "a store before the start of a symbol",
        text: "\
The address was made from a label and lies before it, so something else is overwritten.
The first element has index 0; a loop that counts down must stop there.",
        wrong: "\
        .data
total:  .word 7
list:   .word 1, 2, 3
        .text
main:   la $t0, list
        li $t1, 9
        sw $t1, -4($t0)
        lw $a0, total
        li $v0, 1
        syscall
        li $v0, 10
        syscall
",
        flag: Some("--check"),
        input: "",
        right: "\
        .data
total:  .word 7
list:   .word 1, 2, 3
        .text
main:   la $t0, list
        li $t1, 9
        sw $t1, 0($t0)
        lw $a0, total
        li $v0, 1
        syscall
        li $v0, 10
        syscall
",
    },
    RuntimeCodePage {
        code: "store-past-end",
        title: "a store past the end of a symbol",
        text: "\
The address was made from a label and lies past its last element, so something else is \
overwritten.
Look at what ends the loop, and at how far the address moves each time.
A service that reads a string is told how much room there is.",
        wrong: "\
        .data
list:   .space 8
total:  .word 7
        .text
main:   la $t0, list
        li $t1, 9
        sw $t1, 8($t0)
        lw $a0, total
        li $v0, 1
        syscall
        li $v0, 10
        syscall
",
        flag: Some("--check"),
        input: "",
        right: "\
        .data
list:   .space 12
total:  .word 7
        .text
main:   la $t0, list
        li $t1, 9
        sw $t1, 8($t0)
        lw $a0, total
        li $v0, 1
        syscall
        li $v0, 10
        syscall
",
    },
    RuntimeCodePage {
        code: "table-printed",
        title: "an address out of a table is printed as a text",
        text: "\
A table of labels holds addresses.
`$a0` has to be the address of a text: load the entry of the table with `lw` first.",
        wrong: "\
        .data
one:    .asciiz \"one\"
two:    .asciiz \"two\"
        .align 2
table:  .word one, two
        .text
main:   la $t0, table
        addi $a0, $t0, 4
        li $v0, 4
        syscall
        li $v0, 10
        syscall
",
        flag: Some("--check"),
        input: "",
        right: "\
        .data
one:    .asciiz \"one\"
two:    .asciiz \"two\"
        .align 2
table:  .word one, two
        .text
main:   la $t0, table
        lw $a0, 4($t0)
        li $v0, 4
        syscall
        li $v0, 10
        syscall
",
    },
    RuntimeCodePage {
        code: "temporary",
        title: "a temporary does not survive a call",
        text: "\
A procedure may change `$t0` to `$t9`, `$a0` to `$a3`, `$v0` and `$v1` as it likes.
Keep what is needed after a call in one of `$s0` to `$s7`, or on the stack.
The number of a service belongs right before its `syscall`, after all calls.",
        wrong: "\
        .text
main:   li $t0, 1
        jal work
        addi $a0, $t0, 1
        li $v0, 1
        syscall
        li $v0, 10
        syscall
work:   li $t0, 5
        add $v0, $t0, $t0
        jr $ra
",
        flag: Some("--check"),
        input: "",
        right: "\
        .text
main:   li $s0, 1
        jal work
        addi $a0, $s0, 1
        li $v0, 1
        syscall
        li $v0, 10
        syscall
work:   li $t0, 5
        add $v0, $t0, $t0
        jr $ra
",
    },
    RuntimeCodePage {
        code: "uninitialised-memory",
        title: "memory is used before anything was stored there",
        text: "\
Stack memory and memory from `sbrk` hold whatever was there before.
Store a value first, and compare the offsets of the store and the load.",
        wrong: "\
        .text
main:   addi $sp, $sp, -8
        lw $t0, 4($sp)
        addi $a0, $t0, 1
        li $v0, 10
        syscall
",
        flag: Some("--check"),
        input: "",
        right: "\
        .text
main:   addi $sp, $sp, -8
        sw $zero, 4($sp)
        lw $t0, 4($sp)
        addi $a0, $t0, 1
        li $v0, 10
        syscall
",
    },
    RuntimeCodePage {
        code: "uninitialised-register",
        title: "a register is used before it was set",
        text: "\
Nothing has put a value into the register, so it happens to be 0 here.
Set it first, with `li`, `la`, `lw` or `move`.",
        wrong: "\
        .text
main:   add $a0, $t0, $t0
        li $v0, 10
        syscall
",
        flag: Some("--check"),
        input: "",
        right: "\
        .text
main:   li $t0, 4
        add $a0, $t0, $t0
        li $v0, 10
        syscall
",
    },
    RuntimeCodePage {
        code: "unsigned-comparison",
        title: "a negative number is compared without its sign",
        text: "\
`sltu`, `bltu`, `bgeu` and the like take every number as 0 or more, so -5 is larger than 12.
Numbers that can be negative are compared with `slt`, `blt`, `bge` and so on.",
        wrong: "\
        .data
list:   .word -5, 12
        .text
main:   la $t0, list
        lw $t1, 0($t0)
        lw $t2, 4($t0)
        bgeu $t1, $t2, done
        move $t1, $t2
done:   li $v0, 10
        syscall
",
        flag: Some("--check"),
        input: "",
        right: "\
        .data
list:   .word -5, 12
        .text
main:   la $t0, list
        lw $t1, 0($t0)
        lw $t2, 4($t0)
        bge $t1, $t2, done
        move $t1, $t2
done:   li $v0, 10
        syscall
",
    },
    RuntimeCodePage {
        code: "unused-result",
        title: "a result is overwritten before anything reads it",
        text: "\
The line computes something, and the next line to write the same register does not read it.
Usually a jump or a `syscall` is missing in between, or a macro uses a register of the program, \
perhaps the very one that it was given.
In a loop, the line that sets the register belongs before the loop.
Two registers that were exchanged have to be stored, if memory is to be exchanged.",
        wrong: "\
        .text
main:   li $t0, 5
        bltz $t0, less
        move $a0, $t0
less:   sub $a0, $zero, $t0
        li $v0, 1
        syscall
        li $v0, 10
        syscall
",
        flag: Some("--check"),
        input: "",
        right: "\
        .text
main:   li $t0, 5
        bltz $t0, less
        move $a0, $t0
        j show
less:   sub $a0, $zero, $t0
show:   li $v0, 1
        syscall
        li $v0, 10
        syscall
",
    },
    RuntimeCodePage {
        code: "upper-half",
        title: "the upper half of a small product",
        text: "\
`mult` leaves a product of 64 bits: the lower half in LO, the upper half in HI.
Of a product that fits 32 bits the upper half is only its sign; `mflo` gives the product.",
        wrong: "\
        .text
main:   li $t0, 6
        li $t1, 7
        mult $t0, $t1
        mfhi $a0
        li $v0, 1
        syscall
        li $v0, 10
        syscall
",
        flag: Some("--check"),
        input: "",
        right: "\
        .text
main:   li $t0, 6
        li $t1, 7
        mult $t0, $t1
        mflo $a0
        li $v0, 1
        syscall
        li $v0, 10
        syscall
",
    },
    RuntimeCodePage {
        code: "word-of-bytes",
        title: "a word is loaded from a single byte",
        text: "\
`lw` loads four bytes: those after a `.byte` belong to other labels.
`lb` loads one byte with its sign, `lbu` without.",
        wrong: "\
        .data
flag:   .byte 1
letter: .byte 'x'
        .text
main:   lw $a0, flag
        li $v0, 1
        syscall
        li $v0, 10
        syscall
",
        flag: Some("--check"),
        input: "",
        right: "\
        .data
flag:   .byte 1
letter: .byte 'x'
        .text
main:   lb $a0, flag
        li $v0, 1
        syscall
        li $v0, 10
        syscall
",
    },
];
