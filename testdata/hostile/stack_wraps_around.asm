# Its stack pointer runs once around the address space.
# exit: 2
# says: R010

main:   addiu $sp, $sp, 4
        sw $ra, 0($sp)
        j main
