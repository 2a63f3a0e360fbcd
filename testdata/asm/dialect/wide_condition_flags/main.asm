        c.eq.s  9, $f0, $f2
        bc1t    8, done
        movf    $t0, $t1, 31
done:   nop
