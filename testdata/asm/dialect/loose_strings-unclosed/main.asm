        .data
word:   .ascii  "abc
        .byte   'd'
