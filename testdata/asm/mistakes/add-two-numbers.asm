main:   add $t0, 3, 4
