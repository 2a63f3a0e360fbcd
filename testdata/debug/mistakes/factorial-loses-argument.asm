# n! without saving n.
        .text
main:   li      $a0, 4
        jal     fact
        move    $a0, $v0
        li      $v0, 1
        syscall
        li      $v0, 10
        syscall
fact:   addi    $sp, $sp, -4
        sw      $ra, 0($sp)
        li      $v0, 1
        ble     $a0, 1, done
        addi    $a0, $a0, -1
        jal     fact
        mul     $v0, $v0, $a0           #~ $a0 was changed by the recursive call
done:   lw      $ra, 0($sp)
        addi    $sp, $sp, 4
        jr      $ra
