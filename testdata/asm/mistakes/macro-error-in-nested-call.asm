        .macro inner(%x)
        addi $t0, $t0, %x
        .end_macro
        .macro outer(%y)
        inner(%y)
        .end_macro
main:   outer($t5)
