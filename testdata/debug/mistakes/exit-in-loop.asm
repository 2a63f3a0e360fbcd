# Prints 1 to 3.
        .text
main:   li      $t0, 1
loop:   move    $a0, $t0
        li      $v0, 1
        syscall
        li      $v0, 10
        syscall                         #~ ends the program in the loop
        addi    $t0, $t0, 1
        ble     $t0, 3, loop
