# A `main` that returns, after a loop and with `$ra` saved: no check has anything to say.
        .data
sum:    .word 0
        .text
main:   addiu   $sp, $sp, -4
        sw      $ra, 0($sp)
        li      $t0, 3
loop:   beqz    $t0, done
        lw      $t1, sum
        add     $t1, $t1, $t0
        sw      $t1, sum
        addi    $t0, $t0, -1
        j       loop
done:   lw      $a0, sum
        jal     show
        lw      $ra, 0($sp)
        addiu   $sp, $sp, 4
        jr      $ra
show:   li      $v0, 1
        syscall
        jr      $ra
