1:      b       1f
        nop
1:      b       1b
