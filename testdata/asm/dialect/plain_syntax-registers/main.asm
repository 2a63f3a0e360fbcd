        li      a0, 7
        move    t0, a0
