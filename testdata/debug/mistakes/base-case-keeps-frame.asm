# The base case returns without raising $sp, and its caller takes back the wrong $ra.
        .text
main:   li      $a0, 2
        jal     down
        li      $v0, 10
        syscall

down:   addi    $sp, $sp, -8
        sw      $ra, 0($sp)
        sw      $a0, 4($sp)
        beqz    $a0, end
        addi    $a0, $a0, -1
        jal     down
        lw      $a0, 4($sp)
        lw      $ra, 0($sp)
        addi    $sp, $sp, 8
        jr      $ra
end:    jr      $ra
