# It reads numbers for ever, and its handler goes on behind every error.
# stdin: 1
# exit: 2
# says: R0303

main:   li $v0, 5
        syscall
        j main
        .ktext 0x80000180
        mfc0 $k0, $14
        addiu $k0, $k0, 4
        mtc0 $k0, $14
        eret
