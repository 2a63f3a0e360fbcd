# MARS: the address is taken before the alignment moves the label.
# dialect: mars
        .data
        .byte   1
x:
        .word   x
#= symbol x 0x10010004
#= data 0x10010004 10010001
