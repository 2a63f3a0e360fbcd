# A procedure that never returns because it does not end, with a breakpoint in it.
#> break loop
#> next = breakpoint loop
#> reverse-finish = main
#> step = f
#> finish = breakpoint loop
#> next = loop+4
#> finish = breakpoint loop
#> reverse-finish = main
main:   jal f
after:  li $v0, 10
        syscall
f:      li $t0, 0
loop:   addi $t0, $t0, 1
        b loop
