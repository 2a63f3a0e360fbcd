# The maximum of negative numbers is not zero.
        .data
list:   .word   -4, -7, -2
        .text
main:   la      $t0, list
        li      $t1, 0
loop:   lw      $t2, 0($t0)
        ble     $t2, $s0, next
        move    $s0, $t2
next:   addi    $t0, $t0, 4
        addi    $t1, $t1, 1
        blt     $t1, 3, loop
        move    $a0, $s0
        li      $v0, 1
        syscall
        li      $v0, 10
        syscall
