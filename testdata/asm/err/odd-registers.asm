# A double is in a register with an even number.
        add.d   $f0, $f1, $f2           #~ E0307 [$f1] `$f1` cannot hold a double
        l.d     $f3, ($sp)              #~ E0307 [$f3]
        sdc1    $f31, 8($sp)            #~ E0307 [$f31]
        cvt.d.s $f1, $f2                #~ E0307 [$f1]
        cvt.d.s $f2, $f1
        c.eq.d  1, $f0, $f1             #~ E0307 [$f1]
