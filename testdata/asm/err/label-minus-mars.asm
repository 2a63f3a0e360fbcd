# MARS: there is no form for `label-4`.
# dialect: mars
        .data
x:      .word   1
        .text
        lw      $t0, x-4                #~ E0301
