# Lexical mistakes are found in a body that nobody calls, others are not.
        .macro  m
        nop     ;                       #~ E0101 [;]
        add     $t0
        .word   1
        .end_macro
