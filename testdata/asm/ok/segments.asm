# Segments with and without an address; each continues where it was left.
# dialect: both
        .text
a:      nop
        .data
b1:     .word   1
        .text   0x00400100
c:      nop
        .data   0x10020000
d:      .word   2
        .text
e:      nop
        .data
f:      .word   3
        .ktext  0x80000180
g:      nop
        .kdata
h:      .word   4
        .ktext
i:      nop
#= text 0x00400000 00000000
#= text 0x00400100 00000000 00000000
#= text 0x80000180 00000000 00000000
#= symbol e 0x00400104
#= symbol f 0x10020004
#= symbol i 0x80000184
#= data 0x10010000 00000001
#= data 0x10020000 00000002 00000003
#= data 0x90000000 00000004
