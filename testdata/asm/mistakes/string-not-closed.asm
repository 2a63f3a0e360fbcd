        .data
msg:    .asciiz "hello
        .text
main:   nop
