# A local array of four words, and a loop that writes five: over the saved $ra.
        .text
main:   jal     fill
        li      $v0, 10
        syscall
fill:   addi    $sp, $sp, -20
        sw      $ra, 16($sp)
        move    $t0, $sp
        li      $t1, 0
loop:   sw      $t1, 0($t0)
        addi    $t0, $t0, 4
        addi    $t1, $t1, 1
        ble     $t1, 4, loop
        lw      $ra, 16($sp)
        addi    $sp, $sp, 20
        jr      $ra
