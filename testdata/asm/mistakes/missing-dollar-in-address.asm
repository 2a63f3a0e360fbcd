main:   lw $t0, 4(sp)
