# `.extern` reserves global room near $gp; a second declaration has no effect.
# dialect: both
        .extern one 4
        .extern two 3
        .extern one 100
        .extern three 0
        lw      $t0, two
        la      $t0, three
#= global one 0x10000000
#= global two 0x10000004
#= global three 0x10000007
#= text 3c011000 8c280004 3c011000 34280007
