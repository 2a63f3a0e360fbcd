# Nobody called `main`, so there is no way back.
main:   li $a0, 3
        li $v0, 1
        syscall
        jr $ra
