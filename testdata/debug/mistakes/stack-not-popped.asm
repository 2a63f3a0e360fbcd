# Counts down from 3, three times.
        .text
main:   li      $s0, 3
loop:   move    $a0, $s0
        jal     countdown
        addi    $s0, $s0, -1
        bgtz    $s0, loop
        li      $v0, 10
        syscall

countdown:
        addi    $sp, $sp, -8
        sw      $ra, 4($sp)
        sw      $s0, 0($sp)
        move    $s0, $a0
down:   move    $a0, $s0
        li      $v0, 1
        syscall
        addi    $s0, $s0, -1
        bgtz    $s0, down
        lw      $s0, 0($sp)
        lw      $ra, 4($sp)
        addi    $sp, $sp, 4             # 8 were pushed
        jr      $ra
