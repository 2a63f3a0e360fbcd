# A breakpoint and a question inside a call.
#> input 7
#> break asks
#> next = breakpoint asks
#> finish = after
#> reverse-next = main
#> next = breakpoint asks
#> delete
#> reverse-finish = main
#> next = after
#> next = ask_more
#> next = waiting g+4
main:   jal f
after:  move $t0, $v0
ask_more: jal g
        li $v0, 10
        syscall
f:      addi $sp, $sp, -4
asks:   li $v0, 5
        syscall
        jr $ra
g:      li $v0, 5
        syscall
        jr $ra
