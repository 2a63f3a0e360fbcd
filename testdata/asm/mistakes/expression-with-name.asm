        .eqv N 10
main:   li $t1, N-$t0
        M = 4 * N
        li $t2, M*M*M*M*M*M
