        .macro  outer
        .macro  inner
        nop
        .end_macro
        nop
        .end_macro
