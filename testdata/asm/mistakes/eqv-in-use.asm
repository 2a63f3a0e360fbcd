        .eqv SIZE 100000
main:   sll $t0, $t0, SIZE
