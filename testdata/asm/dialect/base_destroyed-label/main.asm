        .data
x:      .word   1, 2
        .text
        ulw     $t0, x($t0)
