# b = transposed a, 32x32 words, in squares of 4x4 that stay in the cache.
        .data
a:      .space 4096
b:      .space 4096
        .text
main:   li   $s2, 0                 # first row of the square
rows:   li   $s3, 0                 # first column of the square
cols:   move $s0, $s2
        addi $s4, $s2, 4
        addi $s5, $s3, 4
row:    move $s1, $s3
col:    sll  $t0, $s0, 5
        add  $t0, $t0, $s1
        sll  $t0, $t0, 2
        lw   $t1, a($t0)
        sll  $t2, $s1, 5
        add  $t2, $t2, $s0
        sll  $t2, $t2, 2
        sw   $t1, b($t2)
        addi $s1, $s1, 1
        bne  $s1, $s5, col
        addi $s0, $s0, 1
        bne  $s0, $s4, row
        addi $s3, $s3, 4
        bne  $s3, 32, cols
        addi $s2, $s2, 4
        bne  $s2, 32, rows
        li   $v0, 10
        syscall
