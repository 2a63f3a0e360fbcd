# Row and column change places: the last rows lie behind the matrix.
        .data
matrix: .word 1, 2, 3, 4, 5, 6         # 2 rows of 3
after:  .word 99
        .text
main:   li      $s0, 0                  # sum
        li      $t0, 0                  # row
row:    li      $t1, 0                  # column
column: mul     $t2, $t1, 3
        addu    $t2, $t2, $t0
        sll     $t2, $t2, 2
        lw      $t3, matrix($t2)
        addu    $s0, $s0, $t3
        addiu   $t1, $t1, 1
        bne     $t1, 3, column
        addiu   $t0, $t0, 1
        bne     $t0, 2, row
        lw      $t4, after
        addu    $a0, $s0, $t4
        li      $v0, 1
        syscall
        li      $v0, 10
        syscall
