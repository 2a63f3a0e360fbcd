main:   li $t0, "a"
