        .data
        .word   x, x
        .half   x
