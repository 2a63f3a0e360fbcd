# Fibonacci numbers; nothing saves $ra.
        .text
main:   li      $a0, 5
        jal     fib
        move    $a0, $v0
        li      $v0, 1
        syscall
        li      $v0, 10
        syscall
fib:    ble     $a0, 1, base
        addi    $sp, $sp, -8
        sw      $a0, 0($sp)
        addi    $a0, $a0, -1
        jal     fib
        sw      $v0, 4($sp)
        lw      $a0, 0($sp)
        addi    $a0, $a0, -2
        jal     fib                     #~ this overwrites $ra
        lw      $t0, 4($sp)
        add     $v0, $v0, $t0
        addi    $sp, $sp, 8
        jr      $ra
base:   move    $v0, $a0
        jr      $ra
