        nop
        beq     $t0, $t1, .+8
        j       .-4
