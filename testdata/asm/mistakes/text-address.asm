        .text 0x10010000
main:   nop
