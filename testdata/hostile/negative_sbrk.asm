# It gives back memory it never had.
# exit: 2
# says: R030

main:   li $a0, 0x80000000
        li $v0, 9
        syscall
