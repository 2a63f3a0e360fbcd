# The last instruction is not the end of the program.
main:   li $a0, 3
        li $v0, 1
        syscall
