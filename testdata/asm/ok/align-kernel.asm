# Aligning works the same in kernel data.
        .kdata
        .byte   1
x:      .word   2
#= symbol x 0x90000004
#= data 0x90000000 00000001 00000002
