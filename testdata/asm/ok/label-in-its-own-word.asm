# A word that holds the address of its own label: the label is aligned first.
        .data
        .byte   1
x:
        .word   x
#= symbol x 0x10010004
#= data 0x10010004 10010004
