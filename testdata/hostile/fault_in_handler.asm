# Its handler fails too, and is entered again for ever.
# exit: 3
# says: --max-steps

main:   lw $t0, 0($zero)
        .ktext 0x80000180
        lw $k0, 0($zero)
        eret
