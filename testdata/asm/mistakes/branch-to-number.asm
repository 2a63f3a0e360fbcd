main:   beq $t0, $t1, 8
