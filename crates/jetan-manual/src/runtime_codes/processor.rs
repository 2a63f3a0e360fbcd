//! Instructions that could not do what they were told.

use super::RuntimeCodePage;

pub(super) const PAGES: &[RuntimeCodePage] = &[
    RuntimeCodePage {
        code: "R0201",
        title: "arithmetic overflow",
        text: "\
A register holds numbers from -2147483648 to 2147483647, and the result is not one of them.
`add`, `addi` and `sub` check this; `addu`, `addiu` and `subu` keep the low 32 bits and go on.
If so large a number is a surprise, look for a loop that goes on too long or a register that holds \
an address.",
        wrong: "\
main:   li $t0, 0x7fffffff
        addi $t0, $t0, 1
        li $v0, 10
        syscall
",
        flag: None,
        input: "",
        right: "\
main:   li $t0, 0x7fffffff
        addiu $t0, $t0, 1
        li $v0, 10
        syscall
",
    },
    RuntimeCodePage {
        code: "R0202",
        title: "`break`, or a division by zero",
        text: "\
`break` ends a program on purpose.
`div`, `rem` and their relatives with three operands contain one, for a divisor of 0.
`div` with two operands checks nothing: after a division by 0 it leaves HI and LO as they were.",
        wrong: "\
main:   li $t0, 100
        li $t1, 0
        div $a0, $t0, $t1
        li $v0, 10
        syscall
",
        flag: None,
        input: "",
        right: "\
main:   li $t0, 100
        li $t1, 0
        beqz $t1, done
        div $a0, $t0, $t1
done:   li $v0, 10
        syscall
",
    },
    RuntimeCodePage {
        code: "R0203",
        title: "a trap",
        text: "\
`teq`, `tge`, `tlt` and the other trap instructions compare two values and end the program if the \
condition holds.
They are checks that the program makes itself: this one found what it looks for.",
        wrong: "\
main:   li $t0, 9
        tgei $t0, 8             # an index must be below 8
        li $v0, 10
        syscall
",
        flag: None,
        input: "",
        right: "\
main:   li $t0, 7
        tgei $t0, 8             # an index must be below 8
        li $v0, 10
        syscall
",
    },
    RuntimeCodePage {
        code: "R0204",
        title: "a word that is not an instruction",
        text: "\
The processor came to a word that stands for no instruction.
With self-modifying code something was stored over the program.
Store instruction words only, or store somewhere else.",
        wrong: "\
main:   li $t0, -1
        sw $t0, patch
patch:  nop
        li $v0, 10
        syscall
",
        flag: Some("--self-modifying"),
        input: "",
        right: "\
main:   li $t0, 0x20080007      # addi $t0, $zero, 7
        sw $t0, patch
patch:  nop
        li $v0, 10
        syscall
",
    },
    RuntimeCodePage {
        code: "R0205",
        title: "a double in an odd register",
        text: "\
A double takes two floating-point registers and goes by the name of the first, which is even.
Jetan says so when it assembles; MARS and --strict only when the instruction is executed.",
        wrong: "\
main:   add.d $f1, $f2, $f4
        li $v0, 10
        syscall
",
        flag: Some("--strict"),
        input: "",
        right: "\
main:   add.d $f0, $f2, $f4
        li $v0, 10
        syscall
",
    },
    RuntimeCodePage {
        code: "R0206",
        title: "an interrupt without a handler",
        text: "\
A program that sets bit 1 of a device's control register asks to be interrupted by it.
When that happens, execution goes on at 0x80000180, and there is nothing there.
Put a handler there with .ktext, or look at the ready bit instead of asking for interrupts.",
        wrong: "\
main:   li $t0, 3
        sw $t0, 0xffff0008      # the display is to interrupt when it is ready
        li $t0, 'a'
        sw $t0, 0xffff000c
wait:   j wait
",
        flag: None,
        input: "",
        right: "\
main:   li $s0, 0
        li $t0, 3
        sw $t0, 0xffff0008
        li $t0, 'a'
        sw $t0, 0xffff000c
wait:   beqz $s0, wait
        li $v0, 10
        syscall
        .ktext 0x80000180
        li $s0, 1
        eret
",
    },
];
