# Data can be stored wherever a program could store it.
# dialect: both
        .data   0x7fff0000
        .word   1
        .data   0xffff0008
        .word   2
        .data   0x10000000
        .word   3
#= data 0x7fff0000 00000001
#= data 0xffff0008 00000002
#= data 0x10000000 00000003
