main:   li $t0, - 5
        addi $sp, $sp, --4
