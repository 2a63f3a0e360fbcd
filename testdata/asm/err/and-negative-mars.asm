# MARS measures it against the first form, which has three registers.
# dialect: mars
        and     $t0, $t1, -1            #~ E0302 [-1] "-1": operand is of incorrect type
