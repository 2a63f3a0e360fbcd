# A byte below zero is loaded without its sign, and counts down from 255.
        .data
step:   .byte -1
        .text
main:   li      $t0, 3
        lbu     $t1, step
down:   addu    $t0, $t0, $t1
        bnez    $t0, down
        li      $v0, 10
        syscall
