# Calls that keep their return address elsewhere, and returns through other registers.
#> next = second
#> next = third
#> next = after
#> reverse-next = third
#> reverse-next = second
#> reverse-next = main
#> step = f
#> finish = second
#> step = g
#> finish = third
#> reverse-finish = beginning main
#> next 4 = after
#> reverse-step = k
#> finish = after
main:   jal f
second: la $t0, g
        jalr $t8, $t0
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
