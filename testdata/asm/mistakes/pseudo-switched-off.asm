main:   li $t0, 1
        lw $t0, ($t1)
