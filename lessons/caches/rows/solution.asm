# Adds up a matrix, row by row.
        .data
matrix: .word 1:4096            # 64 rows of 64 words
total:  .word 0
        .text
main:   la   $t0, matrix
        li   $t1, 4096          # words that are left
        li   $t4, 0             # the sum
word:   lw   $t5, 0($t0)
        add  $t4, $t4, $t5
        addi $t0, $t0, 4
        addi $t1, $t1, -1
        bne  $t1, $zero, word
        sw   $t4, total
        li   $v0, 10
        syscall
