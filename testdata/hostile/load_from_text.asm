# It reads itself.
# exit: 2
# says: R0103

main:   la $t0, main
        lw $t1, 0($t0)
