# One statement per line.
# dialect: both
        li      $t0, 5 li $t1, 6        #~ E0301 [li]
        nop nop                         #~ E0301 [nop]
