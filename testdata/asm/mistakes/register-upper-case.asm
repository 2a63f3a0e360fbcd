main:   add $T0, $t1, $t2
