# Takes $ra back after $sp was raised.
        .text
main:   li      $a0, 6
        jal     twice
        li      $v0, 10
        syscall

twice:  addi    $sp, $sp, -8
        sw      $ra, 4($sp)
        sw      $a0, 0($sp)
        jal     show
        addi    $sp, $sp, 8
        lw      $ra, 4($sp)
        lw      $a0, 0($sp)
        jr      $ra

show:   li      $v0, 1
        syscall
        jr      $ra
