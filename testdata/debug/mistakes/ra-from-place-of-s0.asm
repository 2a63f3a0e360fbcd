# $ra is loaded from where $s0 was saved.
        .text
main:   li      $s0, 3
        li      $a0, 5
        jal     work
        add     $a0, $v0, $s0
        li      $v0, 1
        syscall
        li      $v0, 10
        syscall
work:   addi    $sp, $sp, -8
        sw      $ra, 4($sp)
        sw      $s0, 0($sp)
        move    $s0, $a0
        add     $v0, $s0, $s0
        lw      $ra, 0($sp)
        lw      $s0, 4($sp)
        addi    $sp, $sp, 8
        jr      $ra
