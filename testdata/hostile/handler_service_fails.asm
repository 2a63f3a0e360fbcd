# Its handler asks for a service that is none.
# exit: 3
# says: --max-steps

main:   break
        .ktext 0x80000180
        li $v0, 9999
        syscall
