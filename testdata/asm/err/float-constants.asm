# Numbers that would become infinite.
        li.s    $f0, 1e39               #~ E0404 [1e39] 1e39 is too large for a `li.s`
        li.d    $f0, 1e400              #~ E0404 [1e400] 1e400 is too large for a `li.d`
        .data
        .double 1e400                   #~ W0913 [1e400] 1e400 is too large for a `.double` and becomes infinity
        .double Infinity, NaN
