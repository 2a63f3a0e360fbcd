# A value is kept below $sp, where the callee makes its frame.
        .text
main:   li      $t0, 5
        sw      $t0, -4($sp)
        li      $a0, 2
        jal     twice
        lw      $t0, -4($sp)
        add     $a0, $v0, $t0
        li      $v0, 1
        syscall
        li      $v0, 10
        syscall
twice:  addi    $sp, $sp, -4
        sw      $s0, 0($sp)
        move    $s0, $a0
        add     $v0, $s0, $s0
        lw      $s0, 0($sp)
        addi    $sp, $sp, 4
        jr      $ra
