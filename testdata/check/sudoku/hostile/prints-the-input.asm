# Prints every row as it was read.
main:   li      $t0, 9
row:    li      $v0, 5
        syscall
        move    $a0, $v0
        li      $v0, 1
        syscall
        li      $a0, '\n'
        li      $v0, 11
        syscall
        addi    $t0, $t0, -1
        bgtz    $t0, row
        li      $v0, 10
        syscall
