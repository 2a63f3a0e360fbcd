# Counts to 9 in steps of 2.
        .text
main:   li      $t0, 0
next:   addi    $t0, $t0, 2
        bne     $t0, 9, next
        li      $v0, 10
        syscall
