# The innermost level branches to the address that the outer ones return to.
#> next = call
#> step = f
#> next 3 = f+12
#> next = again
#> next = back
#> reverse-next = again
#> next = back
#> finish = after
#> reverse-next = call
main:   li $a0, 3
call:   jal f
after:  li $v0, 10
        syscall
f:      addi $sp, $sp, -4
        sw $ra, 0($sp)
        addi $a0, $a0, -1
        beqz $a0, back
again:  jal f
back:   lw $ra, 0($sp)
        addi $sp, $sp, 4
        jr $ra
