# With delayed branching a call returns after its delay slot.
#: delayed
#> next = after
#> reverse-next = main
#> step = main+4
#> step = f
#> finish = after
#> reverse-next = main
#> next = after
#> next = other
#> next = end
#> reverse-next = other
#> reverse-next = after
#> reverse-next = main
main:   jal f
        li $t0, 1
after:  li $t1, 2
other:  bgezal $zero, g
        addi $sp, $sp, -4
end:    li $v0, 10
        syscall
f:      addi $sp, $sp, -4
        jr $ra
        li $t2, 3
g:      jr $ra
        li $t2, 4
