# Procedures that return to somewhere else: a few instructions further, and to a label.
#> next = further
#> reverse-next = main
#> step = f
#> finish = further
#> next = there
#> reverse-next = further
#> reverse-next = main
#> next 2 = there
#> next = there+4
main:   jal f
        nop
further: jal g
        nop
f:      addi $ra, $ra, 4
        jr $ra
g:      la $ra, there
        jr $ra
there:  li $v0, 10
        syscall
