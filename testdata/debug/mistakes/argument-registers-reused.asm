# The second argument overwrites the register that the first one is computed from.
        .text
main:   li      $a0, 10
        li      $a1, 3
        jal     difference
        move    $a0, $v0
        li      $v0, 1
        syscall
        li      $v0, 10
        syscall

difference:
        addiu   $sp, $sp, -4
        sw      $ra, 0($sp)
        jal     note
        subu    $v0, $a0, $a1
        lw      $ra, 0($sp)
        addiu   $sp, $sp, 4
        jr      $ra

note:   li      $a0, 42
        li      $v0, 11
        syscall
        jr      $ra
