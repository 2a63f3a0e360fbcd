# A block comment that never ends.
        nop
        /* here
        add     $t0
#~^^ E0105 this `/*` comment is not closed
