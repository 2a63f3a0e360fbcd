# In data MARS takes every part of a sum for a value of its own.
# dialect: mars
        .data
x:      .byte   x+4                     #~ E0402 [+]
