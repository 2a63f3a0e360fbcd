# Reads a node from the heap that was never linked.
        .text
main:   li      $a0, 8
        li      $v0, 9
        syscall
        move    $s0, $v0
        li      $t0, 7
        sw      $t0, 0($s0)
walk:   lw      $a0, 0($s0)
        li      $v0, 1
        syscall
        lw      $s0, 4($s0)
        bnez    $s0, walk
        li      $v0, 10
        syscall
