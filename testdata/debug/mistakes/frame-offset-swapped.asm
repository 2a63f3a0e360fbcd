# Saves $ra and n, and loads them the wrong way round.
        .text
main:   li      $a0, 5
        jal     f
        li      $v0, 10
        syscall
f:      addi    $sp, $sp, -8
        sw      $ra, 0($sp)
        sw      $a0, 4($sp)
        jal     g
        lw      $a0, 0($sp)
        lw      $ra, 4($sp)             #~ this is where $a0 was saved
        addi    $sp, $sp, 8
        jr      $ra
g:      jr      $ra
