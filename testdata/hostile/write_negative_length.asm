# It writes less than nothing.
# exit: 2
# says: R030

main:   li $a0, 1
        la $a1, 0x10010000
        li $a2, -1
        li $v0, 15
        syscall
