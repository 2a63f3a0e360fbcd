# MARS: a branch that does not reach is cut to 16 bits without a word.
# dialect: mars
        b       far
        .text   0x00440000
far:    nop
#= text 0x00400000 0401ffff
#= text 0x00440000 00000000
