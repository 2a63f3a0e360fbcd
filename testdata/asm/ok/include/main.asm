# An included file is as if written in its place: macros, names, labels, segments.
# dialect: both
        .include "names.inc"
        nop
        .INCLUDE        "macros.inc"    # a comment
        twice   (REG)
        lw      REG, numbers+4
#= text 00000000 01084020 3c011001 8c280004
#= symbol numbers 0x10010000
