# A counter in memory is stored before it is counted up.
        .data
cnt:    .word   0
        .text
main:   li      $s0, 3
l:      jal     tick
        addi    $s0, $s0, -1
        bnez    $s0, l
        lw      $a0, cnt
        li      $v0, 1
        syscall
        li      $v0, 10
        syscall
tick:   lw      $t0, cnt
        sw      $t0, cnt               #~ before it is changed
        addi    $t0, $t0, 1
        jr      $ra
