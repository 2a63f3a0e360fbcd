# Saves $ra and restores it from another offset.
        .text
main:   li      $a0, 3
        jal     outer
        move    $a0, $v0
        li      $v0, 1
        syscall
        li      $v0, 10
        syscall
outer:  addi    $sp, $sp, -8
        sw      $ra, 4($sp)
        sw      $a0, 0($sp)
        jal     inner
        lw      $ra, 0($sp)
        addi    $sp, $sp, 8
        jr      $ra
inner:  addi    $v0, $a0, 1
        jr      $ra
