        .eqv    SIZE
        nop
