        li.s    $f0, 1e39
        li.d    $f0, 1e400
        li.s    $f0, -1e400
        li.d    $f0, 1e39
