main:   add.d $f1, $f2, $f4
        l.d $f3, 0($sp)
