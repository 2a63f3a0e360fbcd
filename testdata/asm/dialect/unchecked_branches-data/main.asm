        .data
x:      .word   1
        .text
        b       x
