# One way out forgets to give the frame back.
        .text
main:   li      $a0, 0
        jal     f
        move    $a0, $v0
        li      $v0, 1
        syscall
        li      $v0, 10
        syscall
f:      addi    $sp, $sp, -8
        sw      $ra, 4($sp)
        li      $v0, 1
        beqz    $a0, out
        jal     g
        lw      $ra, 4($sp)
        addi    $sp, $sp, 8
out:    jr      $ra                     #~ the frame is still there
g:      li      $v0, 2
        jr      $ra
