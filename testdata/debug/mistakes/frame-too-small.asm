# Three registers are saved in a frame of eight bytes.
        .text
main:   li      $s0, 3
        li      $s1, 4
        addi    $sp, $sp, -4
        li      $t0, 77
        sw      $t0, 0($sp)
        li      $a0, 5
        jal     twice
        lw      $t0, 0($sp)
        addi    $sp, $sp, 4
        add     $a0, $t0, $v0
        li      $v0, 1
        syscall
        li      $v0, 10
        syscall
twice:  addi    $sp, $sp, -8
        sw      $ra, 0($sp)
        sw      $s0, 4($sp)
        sw      $s1, 8($sp)
        move    $s0, $a0
        move    $s1, $a0
        jal     sum
        lw      $ra, 0($sp)
        lw      $s0, 4($sp)
        lw      $s1, 8($sp)
        addi    $sp, $sp, 8
        jr      $ra
sum:    add     $v0, $a0, $a0
        jr      $ra
