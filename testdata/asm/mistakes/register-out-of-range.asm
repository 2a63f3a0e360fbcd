main:   move $s8, $t10
        add $32, $t0, $t1
