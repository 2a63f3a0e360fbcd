        .eqv FIRST SECOND
        .eqv SECOND FIRST
main:   li $t0, FIRST
