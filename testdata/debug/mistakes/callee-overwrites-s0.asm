# Prints the squares of 1 to 5.
        .text
main:   li      $s0, 1
loop:   move    $a0, $s0
        jal     square
        move    $a0, $v0
        li      $v0, 1
        syscall
        li      $a0, ' '
        li      $v0, 11
        syscall
        addi    $s0, $s0, 1
        ble     $s0, 5, loop
        li      $v0, 10
        syscall

square: li      $s0, 0
        li      $v0, 0
again:  add     $v0, $v0, $a0
        addi    $s0, $s0, 1
        blt     $s0, $a0, again
        jr      $ra
