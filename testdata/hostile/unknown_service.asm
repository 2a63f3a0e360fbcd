# It asks for a service that is none.
# exit: 2
# says: R0301

main:   li $v0, -1
        syscall
