# MARS: the limit overflows, and the comparison with it.
# dialect: mars
        bgt     $t0, 0x7fffffff, x
x:
#= text 3c018000 34210000 0101082a 10200000
