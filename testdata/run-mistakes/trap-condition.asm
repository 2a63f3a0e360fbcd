# A bound that is checked by a trap.
main:   li $t0, 9
        tgei $t0, 8
        li $v0, 10
        syscall
