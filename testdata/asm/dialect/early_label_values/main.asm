        .data
        .byte   1
x:
        .word   x
