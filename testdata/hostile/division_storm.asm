# It divides everything by everything, zero and the lowest number included.
# exit: 0

main:   li $s0, 0x80000000
outer:  li $s1, -3
inner:  div $s0, $s1
        mfhi $t0
        mflo $t1
        divu $s0, $s1
        mult $s0, $s1
        madd $s0, $s1
        msubu $s0, $s1
        addiu $s1, $s1, 1
        bne $s1, 4, inner
        addiu $s0, $s0, 1
        li $t2, 0x80000100
        bne $s0, $t2, outer
        li $v0, 10
        syscall
