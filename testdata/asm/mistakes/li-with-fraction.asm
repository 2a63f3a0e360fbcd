main:   li $t0, 1.5
