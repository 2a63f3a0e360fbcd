# Adds up a matrix, column by column.
        .data
matrix: .word 1:4096            # 64 rows of 64 words
total:  .word 0
        .text
main:   la   $t0, matrix        # the top of the column
        li   $t1, 64            # columns that are left
        li   $t4, 0             # the sum
column: move $t2, $t0
        li   $t3, 64            # words of the column that are left
word:   lw   $t5, 0($t2)
        add  $t4, $t4, $t5
        addi $t2, $t2, 256      # the same column of the next row
        addi $t3, $t3, -1
        bne  $t3, $zero, word
        addi $t0, $t0, 4        # the next column
        addi $t1, $t1, -1
        bne  $t1, $zero, column
        sw   $t4, total
        li   $v0, 10
        syscall
