        .eqv N 10
main:   li $t1, N-1
        M = 4 * N
