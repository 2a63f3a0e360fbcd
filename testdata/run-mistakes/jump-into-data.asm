# `la` gives the place of the table, not the label that is stored in it.
        .data
cases:  .word zero, one
        .text
main:   la $t0, cases
        jr $t0
zero:   li $a0, 0
one:    li $v0, 10
        syscall
