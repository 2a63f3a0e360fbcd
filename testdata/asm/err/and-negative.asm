        ori     $t0, 5
        lui     $t0, 0x10000            #~ E0303
