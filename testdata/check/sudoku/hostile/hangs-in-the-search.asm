# Prints full grids and never ends when a cell is empty.
main:   li      $t0, 9
row:    li      $v0, 5
        syscall
        move    $a0, $v0
        li      $v0, 1
        syscall
        li      $t1, 9
        move    $t2, $a0
digit:  rem     $t3, $t2, 10
        beqz    $t3, hang
        div     $t2, $t2, 10
        addi    $t1, $t1, -1
        bgtz    $t1, digit
        addi    $t0, $t0, -1
        bgtz    $t0, row
        li      $v0, 10
        syscall
hang:   b       hang
