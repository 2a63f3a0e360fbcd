# Its handler goes to a bad address, which enters it again.
# exit: 3
# says: --max-steps

main:   lw $t0, 0($zero)
        .ktext 0x80000180
        li $k0, 3
        mtc0 $k0, $14
        eret
