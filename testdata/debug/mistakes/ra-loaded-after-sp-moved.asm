# Saves $ra and loads it from the wrong side of $sp.
        .text
main:   li      $a0, 2
        jal     outer
        li      $v0, 10
        syscall
outer:  addi    $sp, $sp, -4
        sw      $ra, 0($sp)
        jal     inner
        addi    $sp, $sp, 4
        lw      $ra, 0($sp)             #~ $sp has moved already
        jr      $ra
inner:  jr      $ra
