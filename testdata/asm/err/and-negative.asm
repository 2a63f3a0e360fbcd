# `and` has no form for a negative number.
        and     $t0, $t1, -1            #~ E0303 [-1]
        ori     $t0, 5
        or      $t0, 0x10000            #~ E0303
