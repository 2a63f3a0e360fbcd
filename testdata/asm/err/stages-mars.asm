# MARS: mistakes of the first pass hide those of the second.
# dialect: mars
        j       nowhere
        add     $t0                     #~ E0301
        .data   0
        .word   1                       #~ E0408
