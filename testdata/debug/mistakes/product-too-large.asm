# 13! does not fit a word.
        .text
main:   li      $t0, 1
        li      $t1, 1
loop:   mul     $t0, $t0, $t1           #~ at 13 the product needs more than 32 bits
        addi    $t1, $t1, 1
        ble     $t1, 13, loop
        move    $a0, $t0
        li      $v0, 1
        syscall
        li      $v0, 10
        syscall
