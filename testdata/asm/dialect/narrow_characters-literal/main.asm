        .data
face:   .word   '😀'
