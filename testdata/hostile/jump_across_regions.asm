# It jumps from kernel text with 26 bits.
# exit: 3
# says: --max-steps

main:   lw $t0, 0($zero)
        .ktext 0x80000180
again:  b again
