# Fills an array in a frame.
        .text
main:   li      $s0, 99
        jal     fill
        move    $a0, $s0
        li      $v0, 1
        syscall
        li      $v0, 10
        syscall
fill:   addi    $sp, $sp, -20
        sw      $s0, 16($sp)
        li      $t0, 0
        move    $t1, $sp
f1:     sw      $t0, 0($t1)             #~ five words, and there is room for four
        addi    $t1, $t1, 4
        addi    $t0, $t0, 1
        ble     $t0, 4, f1
        li      $s0, 1
        lw      $s0, 16($sp)
        addi    $sp, $sp, 20
        jr      $ra
