# It sleeps until yesterday.
# exit: 2
# says: negative

main:   li $a0, -86400000
        li $v0, 32
        syscall
