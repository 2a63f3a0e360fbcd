# The sum of 1 to n.
        .text
main:   li      $a0, 4
        jal     sum
        move    $a0, $v0
        li      $v0, 1
        syscall
        li      $v0, 10
        syscall

sum:    addi    $sp, $sp, -8
        sw      $ra, 4($sp)
        sw      $a0, 0($sp)
        blez    $a0, zero
        addi    $a0, $a0, -1
        jal     sum
        lw      $a0, 0($sp)
        lw      $ra, 4($sp)
        addi    $sp, $sp, 8
        add     $v0, $v0, $a0
        jr      $ra
zero:   li      $v0, 0
        jr      $ra                     # the frame is still there
