# The largest of a few temperatures.
        .data
temps:  .word   -5, 12, 3, -20
        .text
main:   la      $t0, temps
        lw      $t1, 0($t0)
        li      $t2, 3
loop:   addi    $t0, $t0, 4
        lw      $t3, 0($t0)
        bgeu    $t1, $t3, skip          #~ -5 is larger than 12 without a sign
        move    $t1, $t3
skip:   addi    $t2, $t2, -1
        bnez    $t2, loop
        move    $a0, $t1
        li      $v0, 1
        syscall
        li      $v0, 10
        syscall
