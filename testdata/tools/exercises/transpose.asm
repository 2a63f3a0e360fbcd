# b = transposed a, 32x32 words: reads along rows, writes down columns.
        .data
a:      .space 4096
b:      .space 4096
        .text
main:   li   $s0, 0                 # row
row:    li   $s1, 0                 # column
col:    sll  $t0, $s0, 5
        add  $t0, $t0, $s1
        sll  $t0, $t0, 2
        lw   $t1, a($t0)
        sll  $t2, $s1, 5
        add  $t2, $t2, $s0
        sll  $t2, $t2, 2
        sw   $t1, b($t2)
        addi $s1, $s1, 1
        bne  $s1, 32, col
        addi $s0, $s0, 1
        bne  $s0, 32, row
        li   $v0, 10
        syscall
