        .data
        .byte   300 : 3
        .data   0x00400000
        .ascii  "ab"
        .word   1, 2
