        .rdata
word:   .asciz  "a"
        .text
        nop
