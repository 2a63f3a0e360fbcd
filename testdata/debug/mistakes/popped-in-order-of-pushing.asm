# Pushes $s0 and $s1, and pops them in the same order.
        .text
main:   li      $s0, 10
        li      $s1, 20
        jal     work
        sub     $a0, $s1, $s0
        li      $v0, 1
        syscall
        li      $v0, 10
        syscall
work:   addi    $sp, $sp, -4
        sw      $s0, 0($sp)
        addi    $sp, $sp, -4
        sw      $s1, 0($sp)
        li      $s0, 1
        li      $s1, 2
        lw      $s0, 0($sp)              #~ the word of $s1
        addi    $sp, $sp, 4
        lw      $s1, 0($sp)
        addi    $sp, $sp, 4
        jr      $ra
