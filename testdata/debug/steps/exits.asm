# A procedure that never returns because the program ends in it.
#> next = ended
#> reverse-finish = main
#> step = f
#> finish = ended
#> reverse-next = f+4
#> reverse-finish = main
#> reverse-finish = beginning main
main:   jal f
after:  nop
f:      li $v0, 10
        syscall
