# The handler returns to the instruction that faulted.
        .text
main:   li      $t0, 0x7fffffff
        addi    $t0, $t0, 1
        li      $v0, 10
        syscall
        .ktext  0x80000180
        eret
