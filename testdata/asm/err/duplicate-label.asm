# A label is defined once in a file, in whatever segment.
# dialect: both
x:      nop
x:      nop                             #~ E0202 [x] label `x` is defined twice
        .data
x:      .word   1                       #~ E0202 [x]
