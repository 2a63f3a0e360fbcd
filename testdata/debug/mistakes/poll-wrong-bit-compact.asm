# The ready bit is bit 0; bit 1 never comes. In this memory map the devices are at 0x7f00.
        .text
main:   li      $t0, 0x7f00
wait:   lw      $t1, 0($t0)
        andi    $t1, $t1, 2
        beqz    $t1, wait
        lw      $a0, 4($t0)
        li      $v0, 11
        syscall
        li      $v0, 10
        syscall
