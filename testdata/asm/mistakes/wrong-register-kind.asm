main:   add $t0, $f1, $t2
        add.s $f0, $t1, $f2
        mtc1 $f2, $t0
