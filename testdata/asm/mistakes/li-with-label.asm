        .data
msg:    .asciiz "hi"
        .text
main:   li $a0, msg
