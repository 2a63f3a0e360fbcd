main:   li $t0, 1, 2
        syscall 4
