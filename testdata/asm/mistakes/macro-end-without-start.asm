main:   nop
        .end_macro
