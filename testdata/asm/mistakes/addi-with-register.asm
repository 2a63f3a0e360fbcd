main:   addi $t0, $t1, $t2
