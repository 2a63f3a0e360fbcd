# Calls that keep their return address elsewhere, and returns through other registers.
#> next = second
#> next = through
#> next = third
#> next = third+4
#> next = after
#> reverse-next = third+4
#> reverse-next = third
#> reverse-next = through
#> reverse-next = second
#> reverse-next = main
#> step = f
#> finish = second
#> next = through
#> step = g
#> finish = third
#> reverse-finish = beginning main
#> next 5 = after
#> reverse-step = k
#> finish = after
main:   jal f
second: la $t0, g
through: jalr $t8, $t0
third:  move $s7, $sp
        jal k
after:  li $v0, 10
        syscall
f:      move $t9, $ra
        li $ra, 0
        jr $t9
g:      li $t1, 1
        jr $t8
k:      jr $ra
