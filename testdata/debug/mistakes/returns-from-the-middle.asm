# One way out of the procedure forgets the frame.
        .text
main:   li      $a0, -4
        jal     absolute
        move    $a0, $v0
        li      $v0, 1
        syscall
        li      $v0, 10
        syscall

absolute:
        addiu   $sp, $sp, -8
        sw      $ra, 4($sp)
        sw      $s0, 0($sp)
        move    $s0, $a0
        bltz    $s0, negative
        move    $v0, $s0
        lw      $s0, 0($sp)
        lw      $ra, 4($sp)
        addiu   $sp, $sp, 8
        jr      $ra
negative:
        subu    $v0, $zero, $s0
        jr      $ra
