# `lw` loads what is at the label; `la` would load the label itself.
        .data
table:  .word 5, 6, 7
        .text
main:   lw $t0, table
        lw $a0, 0($t0)
        li $v0, 1
        syscall
        li $v0, 10
        syscall
