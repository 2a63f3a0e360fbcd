# Fills five places of an array of four.
        .data
arr:    .space  16
n:      .word   4
        .text
main:   la      $t0, arr
        li      $t1, 0
loop:   sw      $t1, 0($t0)             #~ the fifth store overwrites `n`
        addi    $t0, $t0, 4
        addi    $t1, $t1, 1
        ble     $t1, 4, loop
        lw      $a0, n
        li      $v0, 1
        syscall
        li      $v0, 10
        syscall
