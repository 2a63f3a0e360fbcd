# The largest number of an array.
        .data
arr:    .word   4, 9, 2
        .text
main:   la      $t0, arr
        lw      $t1, 0($t0)
        li      $t2, 2
loop:   addi    $t0, $t0, 4
        lw      $t3, 0($t0)
        bgt     $t3, $t1, skip          #? ble is meant
        move    $t1, $t3
skip:   addi    $t2, $t2, -1
        bnez    $t2, loop
        move    $a0, $t1
        li      $v0, 1
        syscall
        li      $v0, 10
        syscall
