# Its handler returns to the slot of a branch, for ever.
# args: --delayed-branching
# exit: 3
# says: --max-steps

main:   j main
        lw $t0, 0($zero)
        .ktext 0x80000180
        eret
        nop
