# A recursion a million deep counts its calls; the count is then taken for an address.
        .text
main:   li      $a0, 1000000
        jal     down
        move    $a0, $v0
        lw      $t0, 0($a0)             #~ a count
        li      $v0, 10
        syscall
down:   addi    $sp, $sp, -4
        sw      $ra, 0($sp)
        li      $v0, 1
        blez    $a0, up
        addi    $a0, $a0, -1
        jal     down
        addi    $v0, $v0, 1
up:     lw      $ra, 0($sp)
        addi    $sp, $sp, 4
        jr      $ra
