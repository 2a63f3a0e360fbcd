        .data
word:   .byte   'abc'
