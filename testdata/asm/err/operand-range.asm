# Integers beyond what their slot holds.
# dialect: both
        sll     $t0, $t1, 32            #~ E0303 [32] 32 does not fit here
        sll     $t0, $t1, -1            #~ E0303 [-1]
        lui     $t0, 65536              #~ E0303 [65536]
        lui     $t0, -1                 #~ E0303 [-1]
        tlti    $t0, 32768              #~ E0303 [32768]
        teqi    $t0, -32769             #~ E0303 [-32769]
        break   1048576                 #~ E0303 [1048576]
