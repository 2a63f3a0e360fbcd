# Service 4 wants an address; here it gets a number.
main:   li $a0, 42
        li $v0, 4
        syscall
        li $v0, 10
        syscall
