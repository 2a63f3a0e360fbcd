# Counts by three to ten.
        .text
main:   li      $t0, 0
loop:   addi    $t0, $t0, 3
        bne     $t0, 10, loop           #~ goes from 9 to 12
        li      $v0, 10
        syscall
