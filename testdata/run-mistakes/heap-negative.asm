# Memory cannot be given back.
main:   li $a0, -64
        li $v0, 9
        syscall
        li $v0, 10
        syscall
