# A macro that calls itself, directly or not.
# dialect: mars
        .macro  m (%x)
        nop
        m       (%x)                    #~ E0508
        .end_macro
        .macro  one
        two                             #~ E0508
        .end_macro
        .macro  two
        one
        .end_macro
        m       (1)
        one
