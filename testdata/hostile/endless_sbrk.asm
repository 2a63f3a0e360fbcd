# It asks for memory for ever, without using it.
# exit: 2
# says: R0304

main:   li $a0, 0x100000
        li $v0, 9
        syscall
        j main
