# Places where no code can be.
        .text   0x10010000
        nop                             #~ E0701 [nop] no instruction can stand at 0x10010000
        .text   0x00400002
        nop                             #~ E0701
        .text   0x00800000
x:      li      $t0, 100000             #~ E0701
