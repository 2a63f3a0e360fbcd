# The array of four words begins at the top of a frame that has room for three.
        .text
main:   li      $s0, 77
        jal     sum
        move    $a0, $v0
        li      $v0, 1
        syscall
        li      $v0, 10
        syscall

sum:    addiu   $sp, $sp, -16
        sw      $ra, 12($sp)
        li      $t0, 0
fill:   sll     $t1, $t0, 2
        addu    $t1, $t1, $sp
        sw      $t0, 0($t1)
        addiu   $t0, $t0, 1
        bne     $t0, 4, fill
        li      $v0, 6
        lw      $ra, 12($sp)
        addiu   $sp, $sp, 16
        jr      $ra
