# It jumps between two instructions.
# exit: 2
# says: R0104

main:   la $t0, main
        addiu $t0, $t0, 2
        jr $t0
