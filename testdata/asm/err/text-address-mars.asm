# MARS: a message for each word of a pseudo-instruction.
# dialect: mars
        .text   0x10010000
        nop                             #~ E0701 Invalid address for text segment: 268500992
        li      $t0, 100000             #~ E0701 268500996 #~ E0701 268501000
