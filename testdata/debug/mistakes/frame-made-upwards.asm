# The frame is made with +8 and released with -8.
        .text
main:   li      $a0, 4
        jal     fact
        move    $a0, $v0
        li      $v0, 1
        syscall
        li      $v0, 10
        syscall
fact:   addi    $sp, $sp, 8
        sw      $ra, 0($sp)
        sw      $a0, 4($sp)
        blez    $a0, one
        addi    $a0, $a0, -1
        jal     fact
        lw      $a0, 4($sp)
        mul     $v0, $v0, $a0
        j       out
one:    li      $v0, 1
out:    lw      $ra, 0($sp)
        addi    $sp, $sp, -8
        jr      $ra
