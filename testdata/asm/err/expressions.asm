# Expressions that have no value, or too large a one.
        .data
x:      .word   0
y:      .word   2*                      #~ E0309
        .word   x*2                     #~ E0309 [x*2] `x*2` cannot be computed
        .word   x+y                     #~ E0309
        .word   1<<32                   #~ E0310 [1<<32] `1<<32` does not give a number of 32 bits
        .word   5/0                     #~ E0310
        .word   2147483647*4            #~ E0310
        .text
        li      $t0, 65536*65536        #~ E0310
        lui     $t0, %hi(x)*2           #~ E0309
        li      $t0, (4                 #~ E0309
