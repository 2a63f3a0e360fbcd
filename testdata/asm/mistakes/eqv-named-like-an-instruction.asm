        .eqv B 5
main:   li $t0, B
