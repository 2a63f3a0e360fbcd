# A comma instead of a point.
main:   li $v0, 6
        syscall
        li $v0, 10
        syscall
