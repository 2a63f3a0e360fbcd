main:   li $t0, 10
loop:   addi $t0, $t0, -1
        bnez $t0, lopp
