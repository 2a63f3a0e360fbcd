main:   $t0 = 5
        x = 5
        li $t0, x
