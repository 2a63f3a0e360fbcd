        .data
x:      .word 1
        .text
main:   b x
