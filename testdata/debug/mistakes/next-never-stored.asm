# Two nodes on the heap, the first never linked to the second.
        .text
main:   li      $a0, 8
        li      $v0, 9
        syscall
        move    $s0, $v0
        li      $a0, 8
        li      $v0, 9
        syscall
        li      $t0, 7
        sw      $t0, 0($v0)
        lw      $t1, 4($s0)
        lw      $a0, 0($t1)
        li      $v0, 1
        syscall
        li      $v0, 10
        syscall
