# It calls itself and uses every word of the stack.
# args: --max-steps 2000000000
# exit: 2
# says: R0102

main:   addiu $sp, $sp, -4
        sw $ra, 0($sp)
        jal main
