# A string ends on its line.
        .data
        .asciiz "abc
#~^ W0906 this string is not closed
        .asciiz "d\"
#~^ W0906
        .byte   1
#= bytes 61 62 63 00 64 22 00 01
