        .macro
        nop
        .end_macro
        .macro  ok
        nop
        .end_macro  junk
        .end_macro
