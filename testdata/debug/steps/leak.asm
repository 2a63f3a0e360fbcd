# A procedure that does not give its stack back.
#> next = after
#> reverse-next = main
#> step = f
#> finish = after
#> reverse-step = f+4
#> reverse-finish = main
#> next = after
#> next = end
#> next = end+4
#> next = ended
#> goto start = main
main:   jal f
after:  li $t0, 1
end:    li $v0, 10
        syscall
f:      addi $sp, $sp, -4
        jr $ra
