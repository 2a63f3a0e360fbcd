main:   li $t0, 1 // fine here
        li $t1, 2 / wrong
