# It reads, writes and closes what was never open.
# exit: 0

main:   li $s0, -70000
again:  move $a0, $s0
        la $a1, 0x10010000
        li $a2, 1
        li $v0, 14
        syscall
        li $a0, 1000
        addu $a0, $a0, $s0
        li $v0, 15
        syscall
        move $a0, $s0
        li $v0, 16
        syscall
        addiu $s0, $s0, 7
        bltz $s0, again
        li $v0, 10
        syscall
