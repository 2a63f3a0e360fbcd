        .eqv
        .eqv SIZE
        .eqv $t0 5
        .eqv N N
        .eqv M 1
        .eqv M 2
