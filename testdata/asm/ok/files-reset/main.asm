# Every file starts in user text and user data, with alignment on.
# files: second.asm
        .kdata
        .align  0
        .byte   1
        .ktext
        nop
#= text 0x80000000 00000000
#= text 0x00400000 21080001
