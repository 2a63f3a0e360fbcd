# It sleeps until yesterday.
# exit: 2
# says: R030

main:   li $a0, -86400000
        li $v0, 32
        syscall
