loop:   addi $t0, $t0, 1
        bne $t0, $t1, loop
loop:   addi $t1, $t1, 1
