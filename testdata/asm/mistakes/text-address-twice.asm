        .text 0x00400000
main:   nop
        .text 0x00400000
again:  nop
