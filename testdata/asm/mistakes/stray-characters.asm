main:   add $t0, $t1, $t2 @ comment
        li $t0, 1 \ 2
        li $t1, #5
