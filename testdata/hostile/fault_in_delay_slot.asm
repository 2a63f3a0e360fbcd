# It fails in a delay slot.
# args: --delayed-branching
# exit: 2
# says: R0102

main:   j main
        lw $t0, 0($zero)
