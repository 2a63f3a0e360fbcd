# Somebody types a word where a number is read.
main:   li $v0, 5
        syscall
        li $v0, 10
        syscall
