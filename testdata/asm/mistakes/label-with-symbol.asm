main:   li $t0, 1
a→b:    j a→b
