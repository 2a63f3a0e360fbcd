# Jumps through a table are not returns.
#> next = after
#> reverse-next = main
#> step = f
#> next 2 = pick
#> next = one
#> reverse-next = pick
#> next = one
#> finish = after
.data
cases:  .word zero, one
.text
main:   jal f
after:  li $v0, 10
        syscall
f:      la $t0, cases
        lw $t1, 4($t0)
pick:   jr $t1
zero:   li $t2, 0
        jr $ra
one:    li $t2, 1
        jr $ra
