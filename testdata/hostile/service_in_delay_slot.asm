# It ends in a delay slot.
# args: --delayed-branching
# exit: 0

main:   li $v0, 10
        j main
        syscall
