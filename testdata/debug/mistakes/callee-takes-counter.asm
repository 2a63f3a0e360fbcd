# Prints five lines of three stars.
        .text
main:   li      $t0, 0
rows:   jal     row
        addi    $t0, $t0, 1
        blt     $t0, 5, rows
        li      $v0, 10
        syscall

row:    li      $t0, 3
star:   li      $a0, '*'
        li      $v0, 11
        syscall
        addi    $t0, $t0, -1
        bgtz    $t0, star
        li      $a0, '\n'
        li      $v0, 11
        syscall
        jr      $ra
