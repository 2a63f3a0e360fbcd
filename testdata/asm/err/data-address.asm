# Places where no data can be.
        .data   0x00400000
        .word   1                       #~ E0408 [1] no data can be stored at 0x00400000
        .data   0
        .asciiz "ab"                    #~ E0408 ["ab"]
        .data   0x80000000
        .word   1, 2                    #~ E0408 [1]
        .data   0x103ffffe
        .half   1, 2                    #~ E0408 [2]
