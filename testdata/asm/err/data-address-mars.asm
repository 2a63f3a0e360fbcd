# MARS: a message for each element, and for each byte of a string.
# dialect: mars
        .data   0
        .asciiz "ab"                    #~ E0408 "0" is not #~ E0408 "1" is not #~ E0408 "2" is not
        .data   0x80000000
        .word   1, 2                    #~ E0408 "-2147483648" is not #~ E0408 "-2147483648" is not
