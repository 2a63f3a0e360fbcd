# The bound of the random number is in $a1, not in $a0.
main:   li $a0, 6
        li $a1, -1
        li $v0, 42
        syscall
        li $v0, 10
        syscall
