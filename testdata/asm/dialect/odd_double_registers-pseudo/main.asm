        l.d     $f3, ($sp)
