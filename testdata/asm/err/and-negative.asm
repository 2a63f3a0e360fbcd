# `sltiu` has no form for a large number.
        sltiu   $t0, $t1, 70000         #~ E0303 [70000]
        ori     $t0, 5
        lui     $t0, 0x10000            #~ E0303
