# It asks for all memory there is.
# exit: 2
# says: heap

main:   li $a0, 0x7fffffff
        li $v0, 9
        syscall
