# Labels behind everything have the next address of their segment.
# dialect: both
        nop
        .data
        .byte   1
data_end:
        .text
text_end:
#= symbol data_end 0x10010001
#= symbol text_end 0x00400004
