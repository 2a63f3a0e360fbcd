# It jumps to the end of the address space.
# exit: 2
# says: R0104

main:   li $t0, 0xfffffffc
        jr $t0
