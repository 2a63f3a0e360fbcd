        j add
add:    nop
        .word add
