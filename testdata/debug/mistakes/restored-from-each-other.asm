# $s0 and $s1 are restored from each other's place.
        .text
main:   li      $s0, 3
        li      $s1, 4
        li      $a0, 5
        jal     work
        sub     $a0, $s0, $s1
        li      $v0, 1
        syscall
        li      $v0, 10
        syscall
work:   addi    $sp, $sp, -12
        sw      $ra, 8($sp)
        sw      $s0, 4($sp)
        sw      $s1, 0($sp)
        move    $s0, $a0
        addi    $s1, $s0, 1
        add     $v0, $s0, $s1
        lw      $s1, 4($sp)
        lw      $s0, 0($sp)
        lw      $ra, 8($sp)
        addi    $sp, $sp, 12
        jr      $ra
