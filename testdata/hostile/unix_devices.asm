# What is no file cannot be opened, for reading or for writing.
# on: unix
# exit: 0

        .data
names:  .asciiz "/dev/zero"
        .asciiz "/dev/tty"
end:    .byte 0
        .text
main:   la $s0, names
        la $s1, end
each:   li $s2, 0
mode:   move $a0, $s0
        move $a1, $s2
        li $v0, 13
        syscall
        bgez $v0, wrong
        addiu $s2, $s2, 1
        beq $s2, 1, mode
skip:   lb $t0, 0($s0)
        addiu $s0, $s0, 1
        bnez $t0, skip
        blt $s0, $s1, each
        li $v0, 10
        syscall
wrong:  li $a0, 9
        li $v0, 17
        syscall
