        nop
        b       sc
        nop
sc:     nop
