main:   addi $t0, $t1, main
