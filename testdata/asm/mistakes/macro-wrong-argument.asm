        .macro inc(%r)
        addi %r, %r, 1
        .end_macro
main:   inc(5)
