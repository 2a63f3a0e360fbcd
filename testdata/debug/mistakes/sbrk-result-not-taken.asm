# The address that sbrk gives is not taken.
        .text
main:   li      $a0, 16
        li      $v0, 9
        syscall
        li      $t0, 7
        sw      $t0, 0($s0)
        lw      $a0, 0($s0)
        li      $v0, 1
        syscall
        li      $v0, 10
        syscall
