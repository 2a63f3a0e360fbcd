# MARS: a sign after a name that ends in e is glued to it.
# dialect: mars
        .data
base:   .word   1
        .text
        lw      $t0, base+4             #~ E0101 [base+4] #~ E0101 [base+4]
