# Branches that call if they are taken.
#> next = second
#> next = third
#> next = after
#> reverse-next = third
#> reverse-next = second
#> reverse-next = main
#> step = second
#> step = f
#> finish = third
#> reverse-finish = beginning main
main:   bltzal $zero, f
second: bgezal $zero, f
third:  bltzal $zero, f
after:  li $v0, 10
        syscall
f:      li $t0, 1
        jr $ra
