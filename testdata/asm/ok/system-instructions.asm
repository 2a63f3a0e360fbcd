# Instructions for the system.
# dialect: both
        syscall
        break
        break   5
        teq     $t0, $t1
        tnei    $t0, -1
        mtc0    $t0, $12
        eret
        nop
#= text 0000000c 0000000d 0000014d 01090034 050effff 40886000 42000018 00000000
