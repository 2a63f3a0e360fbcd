# Two registers are saved, but $sp is raised by the room of one.
        .text
main:   li      $a0, 4
        jal     twice
        move    $a0, $v0
        li      $v0, 1
        syscall
        li      $v0, 10
        syscall

twice:  addiu   $sp, $sp, -8
        sw      $ra, 4($sp)
        sw      $s0, 0($sp)
        move    $s0, $a0
        addu    $v0, $s0, $s0
        lw      $s0, 0($sp)
        lw      $ra, 4($sp)
        addiu   $sp, $sp, 4
        jr      $ra
