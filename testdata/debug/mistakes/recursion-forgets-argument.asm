# $a0 is needed after the recursive call, and nobody has saved it.
        .text
main:   li      $a0, 5
        jal     fact
        move    $a0, $v0
        li      $v0, 1
        syscall
        li      $v0, 10
        syscall

fact:   addiu   $sp, $sp, -4
        sw      $ra, 0($sp)
        li      $v0, 1
        blez    $a0, return
        addiu   $a0, $a0, -1
        jal     fact
        mul     $v0, $v0, $a0
return: lw      $ra, 0($sp)
        addiu   $sp, $sp, 4
        jr      $ra
