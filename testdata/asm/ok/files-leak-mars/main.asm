# MARS: the choice of kernel text carries over into the next file.
# dialect: mars
# files: second.asm
        .ktext
        nop
#= text 0x80000000 00000000 21080001
