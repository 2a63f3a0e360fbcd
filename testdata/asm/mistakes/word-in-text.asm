main:   li $t0, 1
x:      .word 5
