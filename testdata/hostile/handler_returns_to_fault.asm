# Its handler tries the same instruction again.
# exit: 3
# says: --max-steps

main:   lw $t0, 0($zero)
        .ktext 0x80000180
        eret
