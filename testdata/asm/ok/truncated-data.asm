# What fits neither signed nor unsigned is cut, with a warning.
# dialect: both
        .data
        .byte   300, -129               #~ W0903 [300] #~ W0903 [-129]
        .half   65536                   #~ W0903 [65536] 65536 does not fit and is cut
        .word   0
#= bytes 2c 7f 00 00
#= data 0x10010004 00000000
