        add.d   $f1, $f2, $f4
        ldc1    $f3, 0($sp)
        cvt.s.d $f1, $f3
        mov.d   $f0, $f5
        cvt.s.d $f1, $f2
