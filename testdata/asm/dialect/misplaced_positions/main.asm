        .include "two.inc"
        nop
        .text   0x00400000
        nop
