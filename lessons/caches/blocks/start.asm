# Turns a matrix: rows become columns.
        .data
from:   .word 1:1024            # 32 rows of 32 words
to:     .space 128
second: .space 512              # rows 1 to 4
sixth:  .space 3452
last:   .space 4
        .text
main:   li   $t0, 0             # the row
row:    li   $t1, 0             # the column
word:
        sll  $t2, $t0, 7        # 128 bytes a row
        sll  $t3, $t1, 2
        add  $t2, $t2, $t3
        lw   $t4, from($t2)
        sll  $t2, $t1, 7
        sll  $t3, $t0, 2
        add  $t2, $t2, $t3
        sw   $t4, to($t2)
        addi $t1, $t1, 1
        blt  $t1, 32, word
        addi $t0, $t0, 1
        blt  $t0, 32, row
        li   $v0, 10
        syscall
