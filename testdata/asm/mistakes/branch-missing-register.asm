main:   bgt $t0, main
