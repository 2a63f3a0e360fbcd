# Prints 1 to 3, with the counter in $v0.
        .text
main:   li      $t0, 1
loop:   li      $v0, 1
        move    $a0, $t0
        addi    $v0, $t0, 60            #~ overwrites the number of the service
        syscall
        addi    $t0, $t0, 1
        ble     $t0, 3, loop
        li      $v0, 10
        syscall
