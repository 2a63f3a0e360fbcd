# Digits behind a backslash are characters, and a warning where they look like an escape of C.
        .data
        .asciiz "\033[2J"               #~ W0914 [\033] `\033` is not one byte
        .ascii  "1\n\101", "two\\012"   #~ W0914 [\101]
        .ascii  "\012"                  #~ W0914 [\012]
        .ascii  "a\0220\0b\0\07"
#= bytes 00 33 33 5b 32 4a 00
#= bytes 31 0a 31 30 31 74 77 6f 5c 30 31 32
#= bytes 00 31 32
#= bytes 61 00 32 32 30 00 62 00 00 37
