main:   add $t0, $t1
        beq $t0, main
