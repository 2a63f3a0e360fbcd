# $s0 is saved and never restored.
        .text
main:   li      $s0, 3
        li      $s1, 0
again:  jal     square
        addu    $s1, $s1, $v0
        addiu   $s0, $s0, -1
        bgtz    $s0, again
        move    $a0, $s1
        li      $v0, 1
        syscall
        li      $v0, 10
        syscall

square: addiu   $sp, $sp, -4
        sw      $s0, 0($sp)
        mul     $v0, $s0, $s0
        li      $s0, 1
        addiu   $sp, $sp, 4
        jr      $ra
