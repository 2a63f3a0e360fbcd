# MARS lists lexical errors twice, and no others in the same run.
# dialect: mars
        nop ; nop                       #~ E0101 [;] Invalid language element: ; #~ E0101 [;]
        nop // no comment               #~ E0101 [//] #~ E0101 [//]
        add     $t0, undefined
        .eqv    X
