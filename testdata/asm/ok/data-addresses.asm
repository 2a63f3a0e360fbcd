# Labels in data: before, behind, in the text, cut to the size of the element.
# dialect: both
        .data
aa:     .word   aa, bb, main
        .half   bb
        .byte   aa
bb:     .word   aa
        .text
main:   nop
#= data 10010000 10010010 00400000
#= bytes 0x1001000c 10 00 00
#= data 0x10010010 10010000
#= text 00000000
