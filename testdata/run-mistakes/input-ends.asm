# The loop reads until it meets 0, which never comes.
main:   li $v0, 5
        syscall
        bnez $v0, main
        li $v0, 10
        syscall
