        .kdata
        .byte   1
x:      .word   2
