        nop
main:   nop
