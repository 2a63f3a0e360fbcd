# Its handler goes to a bad address, which enters it again, but only once.
# exit: 2
# says: R0104

main:   lw $t0, 0($zero)
        .ktext 0x80000180
        li $k0, 3
        mtc0 $k0, $14
        eret
