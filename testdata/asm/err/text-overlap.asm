# Two instructions at one address.
# dialect: both
        nop
        nop
        .text   0x00400000
        nop                             #~ E0702 [nop] two instructions stand at 0x00400000
x:      nop                             #~ E0702 [nop]
