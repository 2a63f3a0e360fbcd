# `li` takes the shortest form that holds the number.
# dialect: both
        li      $t0, -32768
        li      $t0, 32767
        li      $t0, 32768
        li      $t0, 65535
        li      $t0, 65536
        li      $t0, -32769
        li      $t0, 0x80000000
#= text 24088000 24087fff 34088000 3408ffff
#= text 3c010001 34280000 3c01ffff 34287fff 3c018000 34280000
