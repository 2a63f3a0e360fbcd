        .macro twice(%reg)
        add %reg, %reg, $t11
        .end_macro
main:   twice($t0)
