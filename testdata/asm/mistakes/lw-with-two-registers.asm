main:   lw $t0, $t1
