# The program ends where its procedure returns.
        .text
main:   li      $a0, 3
        jal     twice
        move    $a0, $v0
        li      $v0, 1
        syscall
        j       end
twice:  add     $v0, $a0, $a0
        beq     $v0, 6, back
        jr      $ra
back:   addi    $sp, $sp, -4
        sw      $v0, 0($sp)
end:    jr      $ra                     #~ `$ra` is still from the call
