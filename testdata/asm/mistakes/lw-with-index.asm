main:   lw $t0, $t1($t2)
