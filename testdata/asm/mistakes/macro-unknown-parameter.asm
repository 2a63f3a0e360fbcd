        .macro twice(%reg)
        add %reg, %reg, %rge
        .end_macro
main:   twice($t0)
