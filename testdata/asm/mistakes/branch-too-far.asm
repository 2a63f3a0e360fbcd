        .text 0x00400000
main:   beq $t0, $t1, far
        .text 0x00500000
far:    nop
