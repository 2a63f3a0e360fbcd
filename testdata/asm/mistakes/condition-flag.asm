main:   c.eq.s 8, $f0, $f2
        bc1t 9, main
