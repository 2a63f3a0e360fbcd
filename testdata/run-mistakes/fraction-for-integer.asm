# A fraction is typed where an integer is read.
main:   li $v0, 5
        syscall
        li $v0, 10
        syscall
