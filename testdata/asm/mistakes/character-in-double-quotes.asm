main:   li $a0, "\n"
