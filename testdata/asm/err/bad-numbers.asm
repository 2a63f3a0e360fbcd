# What starts like a number but is none.
        .data
        .word   0x1ffffffff             #~ E0103 [0x1ffffffff] `0x1ffffffff` is not a number
        .word   12ab                    #~ E0103 [12ab]
        .word   1.2.3                   #~ E0103 [1.2.3]
        .word   0x                      #~ E0103 [0x]
        .word   0xfg                    #~ E0103 [0xfg]
        .word   0b12                    #~ E0103 [0b12]
        .word   -0xffffffff             #~ E0103 [-0xffffffff]
