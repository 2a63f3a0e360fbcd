# It opens files until there are no descriptors: 29 of them, with names that every system takes.
# exit: 29

        .data
name:   .asciiz "]"
        .text
main:   li $s0, 0
        la $a0, name
again:  li $a1, 1
        li $v0, 13
        syscall
        bltz $v0, full
        addiu $s0, $s0, 1
        lb $t0, 0($a0)
        addiu $t0, $t0, 1
        sb $t0, 0($a0)
        blt $s0, 1000, again
full:   move $a0, $s0
        li $v0, 17
        syscall
