# 5! by recursion.
        .text
main:   li      $a0, 5
        jal     fact
        move    $a0, $v0
        li      $v0, 1
        syscall
        li      $v0, 10
        syscall

fact:   bgtz    $a0, more
        li      $v0, 1
        jr      $ra
more:   addi    $sp, $sp, -4
        sw      $a0, 0($sp)
        addi    $a0, $a0, -1
        jal     fact
        lw      $a0, 0($sp)
        addi    $sp, $sp, 4
        mul     $v0, $v0, $a0
        jr      $ra
