main:   add $t0, $t1, $r2
