        .macro inc(reg)
        addi reg, reg, 1
        .end_macro
main:   inc($t0)
