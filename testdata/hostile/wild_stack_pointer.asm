# Its stack is nowhere.
# exit: 2
# says: R0102

main:   li $sp, 0x00001000
        sw $ra, 0($sp)
