# Doubles until it is too large.
        .text
main:   li      $t0, 1
        li      $t1, 40
next:   add     $t0, $t0, $t0
        addi    $t1, $t1, -1
        bnez    $t1, next
        li      $v0, 10
        syscall
