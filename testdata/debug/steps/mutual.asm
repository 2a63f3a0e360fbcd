# Two procedures that call each other.
#> next = call
#> next = after
#> reverse-next = call
#> step = even
#> next 4 = even+16
#> next = ask
#> next = even_back
#> reverse-next = ask
#> step = odd
#> finish = even_back
#> finish = after
main:   li $a0, 5
call:   jal even
after:  li $v0, 10
        syscall
even:   addi $sp, $sp, -4
        sw $ra, 0($sp)
        li $v0, 1
        beqz $a0, even_out
        addi $a0, $a0, -1
ask:    jal odd
even_back: nop
even_out: lw $ra, 0($sp)
        addi $sp, $sp, 4
        jr $ra
odd:    addi $sp, $sp, -4
        sw $ra, 0($sp)
        li $v0, 0
        beqz $a0, odd_out
        addi $a0, $a0, -1
        jal even
odd_out: lw $ra, 0($sp)
        addi $sp, $sp, 4
        jr $ra
