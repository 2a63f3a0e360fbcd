# Counts in memory, but never writes the count back.
        .data
left:   .word   3
        .text
main:   lw      $t0, left
        addi    $t0, $t0, -1
        lw      $t1, left
        bnez    $t1, main
        li      $v0, 10
        syscall
