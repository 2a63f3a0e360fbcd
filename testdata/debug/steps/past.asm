# A return that leaves two procedures at once.
#> next = after
#> reverse-next = main
#> step = f
#> next = inner
#> next = after
#> reverse-next = main
#> next = after
main:   jal f
after:  li $v0, 10
        syscall
f:      move $s0, $ra
inner:  jal g
        move $ra, $s0
        jr $ra
g:      move $ra, $s0
        jr $ra
