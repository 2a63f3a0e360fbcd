main:   nop /* never closed
        nop
