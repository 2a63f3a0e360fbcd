        .macro forever(%n)
        forever(%n)
        .end_macro
main:   forever(3)
