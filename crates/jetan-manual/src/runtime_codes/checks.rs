//! The findings of `jetan run --check`, from `address-added` to `product-lost`.

use super::RuntimeCodePage;

pub(super) const PAGES: &[RuntimeCodePage] = &[
    RuntimeCodePage {
        code: "address-added",
        title: "two addresses are added",
        text: "\
Both registers hold the address of a label, so their sum is an address of nothing.
`la` gives the address of a label, `lw` what is stored there.",
        wrong: "\
        .data
a:      .word 3
b:      .word 4
        .text
main:   la $t0, a
        la $t1, b
        add $t2, $t0, $t1
        li $v0, 10
        syscall
",
        flag: Some("--check"),
        input: "",
        right: "\
        .data
a:      .word 3
b:      .word 4
        .text
main:   lw $t0, a
        lw $t1, b
        add $t2, $t0, $t1
        li $v0, 10
        syscall
",
    },
    RuntimeCodePage {
        code: "address-compared",
        title: "an address is compared as a number",
        text: "\
An address is compared with a small number, or with the address of another label, and neither \
says anything about what is stored there.
`la` gives the address of a label, `lw` what is stored there.",
        wrong: "\
        .data
n:      .word 4
        .text
main:   la $t0, n
        li $t1, 10
        blt $t0, $t1, small
small:  li $v0, 10
        syscall
",
        flag: Some("--check"),
        input: "",
        right: "\
        .data
n:      .word 4
        .text
main:   lw $t0, n
        li $t1, 10
        blt $t0, $t1, small
small:  li $v0, 10
        syscall
",
    },
    RuntimeCodePage {
        code: "address-computed",
        title: "an address is multiplied or divided",
        text: "\
Numbers are multiplied and divided, addresses are not.
`la` gives the address of a label, `lw` what is stored there.",
        wrong: "\
        .data
n:      .word 4
        .text
main:   la $t0, n
        mul $t1, $t0, $t0
        li $v0, 10
        syscall
",
        flag: Some("--check"),
        input: "",
        right: "\
        .data
n:      .word 4
        .text
main:   lw $t0, n
        mul $t1, $t0, $t0
        li $v0, 10
        syscall
",
    },
    RuntimeCodePage {
        code: "address-printed",
        title: "an address is given to a service that takes a number",
        text: "\
The address of a label is printed as a number or a character, or used as an exit code.
To print what is stored at a label, load it with `lw`; to print a string, use service 4.",
        wrong: "\
        .data
n:      .word 42
        .text
main:   la $a0, n
        li $v0, 1
        syscall
        li $v0, 10
        syscall
",
        flag: Some("--check"),
        input: "",
        right: "\
        .data
n:      .word 42
        .text
main:   lw $a0, n
        li $v0, 1
        syscall
        li $v0, 10
        syscall
",
    },
    RuntimeCodePage {
        code: "byte-of-word",
        title: "one byte of a word is stored or loaded",
        text: "\
The label is declared by `.word`, so its elements have four bytes.
`sb` stores only the low 8 bits of a register, and `lb` loads only 8 bits.
Use `sw` and `lw` for words, or declare bytes with `.byte`.",
        wrong: "\
        .data
list:   .word 0, 0
        .text
main:   li $t0, 300
        la $t1, list
        sb $t0, 0($t1)
        li $v0, 10
        syscall
",
        flag: Some("--check"),
        input: "",
        right: "\
        .data
list:   .word 0, 0
        .text
main:   li $t0, 300
        la $t1, list
        sw $t0, 0($t1)
        li $v0, 10
        syscall
",
    },
    RuntimeCodePage {
        code: "constant-condition",
        title: "a comparison that always comes out the same",
        text: "\
Both sides were loaded from one address, or a value is compared with 0 that always has a bit set, \
or nothing has set the condition that `bc1t` and `bc1f` read.
Or it is one of several branches on one register that lead to one place and together take every \
value, as `bne $t0, 'a', no` with `bne $t0, 'e', no`, or an earlier branch has taken all its values.
So the branch always goes the same way, whatever the program is given.",
        wrong: "\
        .data
a:      .word 5, 3
        .text
main:   la $t0, a
        lw $t1, 0($t0)
        lw $t2, 0($t0)
        bgt $t1, $t2, more
        li $a0, 1
        j show
more:   li $a0, 2
show:   li $v0, 1
        syscall
        li $v0, 10
        syscall
",
        flag: Some("--check"),
        input: "",
        right: "\
        .data
a:      .word 5, 3
        .text
main:   la $t0, a
        lw $t1, 0($t0)
        lw $t2, 4($t0)
        bgt $t1, $t2, more
        li $a0, 1
        j show
more:   li $a0, 2
show:   li $v0, 1
        syscall
        li $v0, 10
        syscall
",
    },
    RuntimeCodePage {
        code: "digit-code",
        title: "a character is added as if it were a digit",
        text: "\
The characters '0' to '9' are the numbers 48 to 57.
Subtract 48 from a character before it is added to ten times the number so far.
The newline that `read string` keeps is not a digit: end the number there.
The other way round only 0 to 9 become digits by adding 48: 10 becomes ':'.",
        wrong: "\
        .data
s:      .asciiz \"42\"
        .text
main:   la $t0, s
        li $t1, 0
loop:   lb $t2, 0($t0)
        beqz $t2, done
        mul $t1, $t1, 10
        add $t1, $t1, $t2
        addi $t0, $t0, 1
        j loop
done:   move $a0, $t1
        li $v0, 1
        syscall
        li $v0, 10
        syscall
",
        flag: Some("--check"),
        input: "",
        right: "\
        .data
s:      .asciiz \"42\"
        .text
main:   la $t0, s
        li $t1, 0
loop:   lb $t2, 0($t0)
        beqz $t2, done
        addi $t2, $t2, -48
        mul $t1, $t1, 10
        add $t1, $t1, $t2
        addi $t0, $t0, 1
        j loop
done:   move $a0, $t1
        li $v0, 1
        syscall
        li $v0, 10
        syscall
",
    },
    RuntimeCodePage {
        code: "float-bits",
        title: "the bits of a float are used as an integer",
        text: "\
`mfc1` copies the bits of a floating-point register and converts nothing: those of 2.5 are \
1075838976.
Convert with `cvt.w.s` first; compare floats with `c.lt.s` and print them with service 2.",
        wrong: "\
        .data
x:      .float 2.5
        .text
main:   l.s $f0, x
        mfc1 $a0, $f0
        li $v0, 1
        syscall
        li $v0, 10
        syscall
",
        flag: Some("--check"),
        input: "",
        right: "\
        .data
x:      .float 2.5
        .text
main:   l.s $f0, x
        cvt.w.s $f0, $f0
        mfc1 $a0, $f0
        li $v0, 1
        syscall
        li $v0, 10
        syscall
",
    },
    RuntimeCodePage {
        code: "float-or-double",
        title: "a float is used as a double, or half a double as a float",
        text: "\
A double takes an even register and the one after it; a float takes one.
Convert with `cvt.d.s` and `cvt.s.d`, and print floats with service 2 and doubles with service \
3.",
        wrong: "\
        .data
d:      .double 1.5
f:      .float 2.5
        .text
main:   l.d $f12, d
        l.s $f12, f
        li $v0, 3
        syscall
        li $v0, 10
        syscall
",
        flag: Some("--check"),
        input: "",
        right: "\
        .data
f:      .float 2.5
        .text
main:   l.s $f12, f
        cvt.d.s $f12, $f12
        li $v0, 3
        syscall
        li $v0, 10
        syscall
",
    },
    RuntimeCodePage {
        code: "frame-too-small",
        title: "a procedure saves more than fits into its frame",
        text: "\
Every register that is saved takes four bytes of the frame.
What is stored above the frame overwrites what the caller keeps there.
Lower `$sp` by four bytes for each register.",
        wrong: "\
        .text
main:   addi $sp, $sp, -4
        li $t0, 77
        sw $t0, 0($sp)
        jal twice
        lw $a0, 0($sp)
        addi $sp, $sp, 4
        li $v0, 1
        syscall
        li $v0, 10
        syscall
twice:  addi $sp, $sp, -4
        sw $ra, 0($sp)
        sw $s0, 4($sp)
        li $s0, 5
        lw $s0, 4($sp)
        lw $ra, 0($sp)
        addi $sp, $sp, 4
        jr $ra
",
        flag: Some("--check"),
        input: "",
        right: "\
        .text
main:   addi $sp, $sp, -4
        li $t0, 77
        sw $t0, 0($sp)
        jal twice
        lw $a0, 0($sp)
        addi $sp, $sp, 4
        li $v0, 1
        syscall
        li $v0, 10
        syscall
twice:  addi $sp, $sp, -8
        sw $ra, 0($sp)
        sw $s0, 4($sp)
        li $s0, 5
        lw $s0, 4($sp)
        lw $ra, 0($sp)
        addi $sp, $sp, 8
        jr $ra
",
    },
    RuntimeCodePage {
        code: "load-before-start",
        title: "a load before the start of a symbol",
        text: "\
The address was made from a label and lies before it, in what was declared earlier.
The first element has index 0; a loop that counts down must stop there.
A byte that is loaded with `lb` is negative from 128 on: use `lbu` for an index.",
        wrong: "\
        .data
limit:  .word 100
list:   .word 1, 2, 3
        .text
main:   la $t0, list
        lw $a0, -4($t0)
        li $v0, 1
        syscall
        lw $a0, limit
        syscall
        li $v0, 10
        syscall
",
        flag: Some("--check"),
        input: "",
        right: "\
        .data
limit:  .word 100
list:   .word 1, 2, 3
        .text
main:   la $t0, list
        lw $a0, 0($t0)
        li $v0, 1
        syscall
        lw $a0, limit
        syscall
        li $v0, 10
        syscall
",
    },
    RuntimeCodePage {
        code: "load-past-end",
        title: "a load past the end of a symbol",
        text: "\
The address was made from a label and lies past its last element.
Look at what ends the loop, and at how far the address moves each time.",
        wrong: "\
        .data
list:   .word 1, 2, 3
limit:  .word 100
        .text
main:   la $t0, list
        lw $a0, 12($t0)
        li $v0, 1
        syscall
        lw $a0, limit
        syscall
        li $v0, 10
        syscall
",
        flag: Some("--check"),
        input: "",
        right: "\
        .data
list:   .word 1, 2, 3
limit:  .word 100
        .text
main:   la $t0, list
        lw $a0, 8($t0)
        li $v0, 1
        syscall
        lw $a0, limit
        syscall
        li $v0, 10
        syscall
",
    },
    RuntimeCodePage {
        code: "newline-kept",
        title: "the newline of a line that was read is compared",
        text: "\
`read string` keeps the newline at the end of the line, so the text differs from one without \
it.
Look for the byte 10 in the buffer after reading, and store 0 over it.",
        wrong: "\
        .data
buffer: .space 20
word:   .asciiz \"yes\"
        .text
main:   la $a0, buffer
        li $a1, 20
        li $v0, 8
        syscall
        la $t0, buffer
        la $t1, word
next:   lb $t2, 0($t0)
        lb $t3, 0($t1)
        bne $t2, $t3, done
        beqz $t2, done
        addi $t0, $t0, 1
        addi $t1, $t1, 1
        j next
done:   li $v0, 10
        syscall
",
        flag: Some("--check"),
        input: "yes\n",
        right: "\
        .data
buffer: .space 20
word:   .asciiz \"yes\"
        .text
main:   la $a0, buffer
        li $a1, 20
        li $v0, 8
        syscall
        la $t0, buffer
find:   lb $t2, 0($t0)
        beq $t2, 10, cut
        addi $t0, $t0, 1
        j find
cut:    sb $zero, 0($t0)
        la $t0, buffer
        la $t1, word
next:   lb $t2, 0($t0)
        lb $t3, 0($t1)
        bne $t2, $t3, done
        beqz $t2, done
        addi $t0, $t0, 1
        addi $t1, $t1, 1
        j next
done:   li $v0, 10
        syscall
",
    },
    RuntimeCodePage {
        code: "number-over-text",
        title: "a number is stored over a text",
        text: "\
The label is declared as text, and what is stored there is not made of characters.
The label of a word is probably meant.",
        wrong: "\
        .data
msg:    .asciiz \"sum\"
sum:    .word 0
        .text
main:   li $t0, 3
        sw $t0, msg
        li $v0, 10
        syscall
",
        flag: Some("--check"),
        input: "",
        right: "\
        .data
msg:    .asciiz \"sum\"
sum:    .word 0
        .text
main:   li $t0, 3
        sw $t0, sum
        li $v0, 10
        syscall
",
    },
    RuntimeCodePage {
        code: "product-lost",
        title: "a product does not fit a word",
        text: "\
The product of two words has 64 bits, and `mul` keeps only the low 32.
After `mult`, `mfhi` gives the upper half.
Numbers in a word go from -2147483648 to 2147483647.",
        wrong: "\
        .data
n:      .word 70000
        .text
main:   lw $t0, n
        mul $a0, $t0, $t0
        li $v0, 1
        syscall
        li $v0, 10
        syscall
",
        flag: Some("--check"),
        input: "",
        right: "\
        .data
n:      .word 40000
        .text
main:   lw $t0, n
        mul $a0, $t0, $t0
        li $v0, 1
        syscall
        li $v0, 10
        syscall
",
    },
    RuntimeCodePage {
        code: "quotient-cut",
        title: "a division of whole numbers loses what is needed later",
        text: "\
`div` of whole numbers drops the rest: 5 / 9 is 0, and 7 / 2 is 3.
Multiply before you divide, and convert to floats before the division, not after it.",
        wrong: "\
        .text
main:   li $t0, 5
        li $t1, 9
        div $t2, $t0, $t1
        mul $a0, $t2, 180
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
        li $t1, 9
        mul $t2, $t0, 180
        div $a0, $t2, $t1
        li $v0, 1
        syscall
        li $v0, 10
        syscall
",
    },
];
