# A procedure that gives back more stack than it took, in the middle of a recursion.
#> next = after
#> reverse-next = main
#> step = f
#> next = f+4
#> next = f+8
#> next = again
#> next = back
#> reverse-next = again
#> step = f
#> finish = back
#> finish = after
#> reverse-finish = beginning main
main:   jal f
after:  li $v0, 10
        syscall
f:      addi $sp, $sp, 8
        move $s0, $ra
        bnez $t0, done
again:  li $t0, 1
        addi $sp, $sp, -32
        sw $ra, 0($sp)
        jal f
back:   lw $ra, 0($sp)
done:   jr $ra
