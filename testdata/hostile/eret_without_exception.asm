# It returns from an exception that never was.
# exit: 2
# says: R0104

main:   eret
