# Fills five cells on the stack where there are four.
        .text
main:   jal     fill
        li      $v0, 10
        syscall

fill:   addi    $sp, $sp, -20
        sw      $ra, 16($sp)
        li      $t0, 0
next:   sll     $t1, $t0, 2
        add     $t1, $sp, $t1
        sw      $t0, 0($t1)
        addi    $t0, $t0, 1
        ble     $t0, 4, next
        lw      $ra, 16($sp)
        addi    $sp, $sp, 20
        jr      $ra
