# Words that were seen in MARS.
# dialect: both
        add     $t0, $t1, 32768
        li      $t0, -32769
        lw      $t0, 100000($t1)
        lw      $t0, 40000
        b       x
x:
#= text 3c010000 34218000 01214020
#= text 3c01ffff 34287fff
#= text 3c010002 00290821 8c2886a0
#= text 34019c40 8c280000
#= text 04010000
