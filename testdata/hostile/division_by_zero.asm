# It divides by zero and minds.
# exit: 2
# says: division by zero

main:   div $t0, $t1, $zero
