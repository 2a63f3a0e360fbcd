# It writes a half in the middle of one.
# exit: 2
# says: R0101

main:   li $t0, 0x10010001
        sh $t1, 0($t0)
