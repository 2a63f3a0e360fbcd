# The name is where no memory is.
# exit: 2
# says: R0102

main:   li $a0, 0x00000100
        li $v0, 13
        syscall
