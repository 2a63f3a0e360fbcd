# Prints 1 to 5 with a procedure.
        .text
main:   li      $t0, 1
loop:   move    $a0, $t0
        jal     show
        addi    $t0, $t0, 1
        ble     $t0, 5, loop
        li      $v0, 10
        syscall

show:   li      $v0, 1
        syscall
        li      $t0, ' '
        move    $a0, $t0
        li      $v0, 11
        syscall
        jr      $ra
