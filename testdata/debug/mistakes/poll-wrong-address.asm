# The data register is polled instead of the control register.
        .text
main:   lui     $t0, 0xffff
wait:   lw      $t1, 4($t0)
        andi    $t1, $t1, 1
        beqz    $t1, wait
        lw      $a0, 4($t0)
        li      $v0, 11
        syscall
        li      $v0, 10
        syscall
