# MARS: aligning an address from 0x80000000 up overshoots.
# dialect: mars
        .kdata
        .byte   1
x:      .word   2
#= symbol x 0x90000008
#= data 0x90000000 00000001 00000000 00000002
