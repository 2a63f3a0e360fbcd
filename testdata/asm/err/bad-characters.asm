# Character literals with too much or too little in them.
        .data
        .byte   'ab'                    #~ E0102 ['ab'] `'ab'` is not a character literal
        .byte   '\x41'                  #~ E0102 ['\x41']
        .byte   '\400'                  #~ E0102 ['\400']
        .byte   '\q'                    #~ E0102 ['\q']
