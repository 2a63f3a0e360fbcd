        nop
        .ktext
        eret
