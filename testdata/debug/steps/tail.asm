# A procedure that ends in another one, by `j` and by `jr`.
#> next = second
#> next = after
#> reverse-next = second
#> reverse-next = main
#> step = f
#> next = g
#> finish = second
#> step = h
#> next = jump
#> next = g
#> reverse-next = jump
#> finish = after
main:   jal f
second: jal h
after:  li $v0, 10
        syscall
f:      j g
g:      li $t0, 1
        jr $ra
h:      la $t1, g
jump:   jr $t1
