# There are eight condition flags.
        c.eq.s  8, $f0, $f1             #~ E0308 [8] there is no condition flag 8
        bc1t    8, x                    #~ E0308 [8]
x:      movf    $t0, $t1, 31            #~ E0308 [31]
        movt    $t0, $t1, 7
