        .macro add(%x)
        nop
        .end_macro
