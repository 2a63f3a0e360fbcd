# Reads a row and prints many digits, none of which is a solution.
        .data
noise:  .asciiz "12345678901234567890123456789012345678901234567890123456789012345678901234567890123456"
        .text
main:   li      $t0, 9
row:    li      $v0, 5
        syscall
        addi    $t0, $t0, -1
        bgtz    $t0, row
        la      $a0, noise
        li      $v0, 4
        syscall
        li      $v0, 10
        syscall
