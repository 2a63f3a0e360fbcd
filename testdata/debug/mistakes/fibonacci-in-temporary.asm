# fib with the first result in $t0.
        .text
main:   li      $a0, 6
        jal     fib
        move    $a0, $v0
        li      $v0, 1
        syscall
        li      $v0, 10
        syscall
fib:    move    $v0, $a0
        ble     $a0, 1, base
        addi    $sp, $sp, -8
        sw      $ra, 4($sp)
        sw      $a0, 0($sp)
        addi    $a0, $a0, -1
        jal     fib
        move    $t0, $v0
        lw      $a0, 0($sp)
        addi    $a0, $a0, -2
        jal     fib
        add     $v0, $v0, $t0           #~ $t0 does not survive the second call
        lw      $ra, 4($sp)
        addi    $sp, $sp, 8
base:   jr      $ra
