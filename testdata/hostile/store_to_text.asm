# It overwrites itself.
# exit: 2
# says: R0103

main:   la $t0, main
        sw $zero, 0($t0)
