# It overflows and goes on behind, a hundred thousand times.
# exit: 0

main:   li $s0, 100000
        li $t0, 0x7fffffff
again:  add $t1, $t0, $t0
        addiu $s0, $s0, -1
        bnez $s0, again
        li $v0, 10
        syscall
        .ktext 0x80000180
        mfc0 $k0, $14
        addiu $k0, $k0, 4
        mtc0 $k0, $14
        eret
