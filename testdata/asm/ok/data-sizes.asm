# Elements are aligned to their own size.
# dialect: both
        .data
        .byte   1
        .half   2
        .byte   3
        .word   4
        .byte   5
        .double 1
        .byte   6, 7
        .float  1
#= data 00020001 00000003 00000004 00000005
#= data 00000000 3ff00000 00000706 3f800000
