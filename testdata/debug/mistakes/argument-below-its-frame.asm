# The fifth argument is loaded from where $s0 was saved.
        .text
main:   li      $a0, 1
        li      $a1, 2
        li      $a2, 3
        li      $a3, 4
        addi    $sp, $sp, -4
        li      $t0, 5
        sw      $t0, 0($sp)
        jal     sum5
        addi    $sp, $sp, 4
        move    $a0, $v0
        li      $v0, 1
        syscall
        li      $v0, 10
        syscall
sum5:   addi    $sp, $sp, -8
        sw      $ra, 4($sp)
        sw      $s0, 0($sp)
        lw      $s0, 0($sp)              #~ 8($sp) is meant
        add     $v0, $a0, $a1
        add     $v0, $v0, $a2
        add     $v0, $v0, $a3
        add     $v0, $v0, $s0
        lw      $s0, 0($sp)
        lw      $ra, 4($sp)
        addi    $sp, $sp, 8
        jr      $ra
