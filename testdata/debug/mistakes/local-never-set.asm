# Counts in stack memory that nobody has set to 0.
        .text
main:   jal     count
        move    $a0, $v0
        li      $v0, 1
        syscall
        li      $v0, 10
        syscall
count:  addi    $sp, $sp, -8
        li      $t1, 3
loop:   lw      $t0, 4($sp)
        addi    $t0, $t0, 1
        sw      $t0, 4($sp)
        addi    $t1, $t1, -1
        bnez    $t1, loop
        lw      $v0, 4($sp)
        addi    $sp, $sp, 8
        jr      $ra
