        li.s    $f2, 1.5
        li.d    $f4, -0.1
        li.s    $f0, 3
