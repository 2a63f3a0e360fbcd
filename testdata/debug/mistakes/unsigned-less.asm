# Counts the negative numbers.
        .data
arr:    .word   3, -1, -7, 5
        .text
main:   la      $t0, arr
        li      $t1, 4
        li      $t3, 0
loop:   lw      $t2, 0($t0)
        sltu    $t4, $t2, $zero         #~ nothing is below 0 without a sign
        add     $t3, $t3, $t4
        addi    $t0, $t0, 4
        addi    $t1, $t1, -1
        bnez    $t1, loop
        move    $a0, $t3
        li      $v0, 1
        syscall
        li      $v0, 10
        syscall
