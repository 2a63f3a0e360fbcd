# A macro cannot be defined in another.
        .macro  outer
        .macro  inner                   #~ E0503 [.macro] a macro cannot be defined inside another
        nop
        .end_macro
        .end_macro
        outer
