# A string ends on its line.
        .data
        .asciiz "abc
#~^ E0104 this string is not closed
        .asciiz "d\"
#~^ E0104
        .byte   1
