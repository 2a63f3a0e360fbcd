# Adds the numbers 1 to 10.
        .text
main:   li      $t0, 1
loop:   add     $t2, $t2, $t0
        addi    $t0, $t0, 1
        ble     $t0, $t1, loop          # $t1 was never set
        move    $a0, $t2
        li      $v0, 1
        syscall
        li      $v0, 10
        syscall
