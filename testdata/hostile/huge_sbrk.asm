# It asks for all memory there is.
# exit: 2
# says: R0304

main:   li $a0, 0x7fffffff
        li $v0, 9
        syscall
