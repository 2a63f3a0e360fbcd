        li.s    $f0, NaN
        li.d    $f2, Infinity
