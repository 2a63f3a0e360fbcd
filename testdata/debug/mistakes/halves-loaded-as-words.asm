# Sums halfwords with lw.
        .data
arr:    .half   1, 2, 3, 4
        .text
main:   la      $t0, arr
        li      $t1, 4
        li      $t2, 0
loop:   lw      $t3, 0($t0)             #~ lh is meant
        add     $t2, $t2, $t3
        addi    $t0, $t0, 2
        addi    $t1, $t1, -1
        bnez    $t1, loop
        li      $v0, 10
        syscall
