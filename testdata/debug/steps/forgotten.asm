# A procedure that calls another and has not saved its return address: it returns into itself.
#> next = back
#> reverse-next = main
#> step = f
#> next = call
#> next = back
#> reverse-next = call
#> next = back
#> next = back+4
#> finish = back
#> next = back+4
#> reverse-next = back
main:   jal f
after:  li $v0, 10
        syscall
f:      li $t0, 1
call:   jal g
back:   addi $t0, $t0, 1
        jr $ra
g:      jr $ra
