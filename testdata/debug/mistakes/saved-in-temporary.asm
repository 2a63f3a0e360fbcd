# Keeps $ra in $t9, which the second level takes too.
        .text
main:   jal     outer
        li      $v0, 10
        syscall
outer:  move    $t9, $ra
        jal     inner
        move    $ra, $t9
        jr      $ra
inner:  move    $t9, $ra
        jal     leaf
        move    $ra, $t9
        jr      $ra
leaf:   jr      $ra
