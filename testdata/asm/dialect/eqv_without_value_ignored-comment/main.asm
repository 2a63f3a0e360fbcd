        .eqv    SIZE    # not known yet
        nop
