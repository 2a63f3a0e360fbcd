# café
main:   li $a0, 'é'
        .data
msg:    .asciiz "naïve"
