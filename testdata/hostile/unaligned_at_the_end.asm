# It reads over the end of the address space.
# exit: 2
# says: R010

main:   li $t0, 0xffffffff
        lh $t1, 0($t0)
