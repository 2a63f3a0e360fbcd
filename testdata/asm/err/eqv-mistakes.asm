# A mistake in a replaced text is marked at the name.
        .eqv    BIG     65536
        .eqv    OPS     $t0, $t1
        .eqv    MANY    $t0, $t1, $t2, $t3
        lui     $t0, BIG                #~ E0303 [BIG] 65536 does not fit here
        add     MANY                    #~ E0301 [add]
        add     OPS, $f0                #~ E0302 [$f0]
        .eqv    BAD     0xzz            #~ E0103 [0xzz]
