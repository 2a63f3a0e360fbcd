# A procedure that gives back more stack than it took, and calls itself.
#> next = after
#> reverse-next = main
#> step = f
#> next = f+4
#> next = f+8
#> next = again
#> next = again+4
#> next = back
#> reverse-next = again+4
#> step = f
#> finish = back
#> finish = after
#> reverse-finish = beginning main
main:   jal f
after:  li $v0, 10
        syscall
f:      addi $sp, $sp, 8
        bnez $t0, done
        move $s0, $ra
again:  li $t0, 1
        jal f
back:   move $ra, $s0
done:   jr $ra
