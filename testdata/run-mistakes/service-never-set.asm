# `$v0` is still 0.
main:   li $a0, 9
        syscall
        li $v0, 10
        syscall
