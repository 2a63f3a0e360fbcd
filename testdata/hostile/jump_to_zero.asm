# It returns to nobody.
# exit: 2
# says: R0104

main:   jr $zero
