# It reads a linked word in the middle of one.
# exit: 2
# says: R0101

main:   li $t0, 0x10010002
        ll $t1, 0($t0)
