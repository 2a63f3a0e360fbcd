# It writes a double in the middle of one.
# exit: 2
# says: R0101

main:   li $t0, 0x10010004
        sdc1 $f0, 2($t0)
