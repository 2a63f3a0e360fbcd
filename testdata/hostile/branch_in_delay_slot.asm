# It branches in the slot of a branch in the slot of a branch.
# args: --delayed-branching
# exit: 3
# says: --max-steps

main:   j main
        beq $zero, $zero, main
        jal main
        jr $ra
        j main
        nop
