# It prints a string without end.
# args: --max-steps 100000000
# exit: 3
# says: stopped

main:   lui $t0, 0x1001
        li $t1, 0x41414141
        li $t2, 0x10400000
fill:   sw $t1, 0($t0)
        addiu $t0, $t0, 4
        bne $t0, $t2, fill
        lui $a0, 0x1001
again:  li $v0, 4
        syscall
        j again
