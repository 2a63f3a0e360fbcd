# Turns a matrix in squares of 4 by 4 words.
        .data
from:   .word 1:1024            # 32 rows of 32 words
to:     .space 128
second: .space 512              # rows 1 to 4
sixth:  .space 3452
last:   .space 4
        .text
main:   li   $s0, 0             # the first row of the square
rows:   li   $s1, 0             # the first column of the square
square: addi $s2, $s0, 4        # past its last row
        addi $s3, $s1, 4        # past its last column
        move $t0, $s0           # the row
row:    move $t1, $s1           # the column
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
        blt  $t1, $s3, word
        addi $t0, $t0, 1
        blt  $t0, $s2, row
        addi $s1, $s1, 4
        blt  $s1, 32, square
        addi $s0, $s0, 4
        blt  $s0, 32, rows
        li   $v0, 10
        syscall
