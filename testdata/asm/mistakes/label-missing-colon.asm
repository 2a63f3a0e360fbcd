main
        li $t0, 1
        j main
