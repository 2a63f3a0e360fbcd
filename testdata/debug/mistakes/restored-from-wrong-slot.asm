# Saves two registers and restores the second from the slot of the first.
        .text
main:   li      $s0, 1
        li      $s1, 2
        jal     work
        add     $a0, $s0, $s1
        li      $v0, 1
        syscall
        li      $v0, 10
        syscall
work:   addi    $sp, $sp, -8
        sw      $s0, 0($sp)
        sw      $s1, 4($sp)
        li      $s0, 10
        li      $s1, 20
        add     $v0, $s0, $s1
        lw      $s0, 0($sp)
        lw      $s1, 0($sp)             #~ the slot of $s0
        addi    $sp, $sp, 8
        jr      $ra
