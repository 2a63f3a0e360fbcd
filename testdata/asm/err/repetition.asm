# `value : count` takes two numbers, the second positive.
# dialect: both
        .data
x:      .word   x : 3                   #~ E0406 [x] `value : count`
        .word   1 : x                   #~ E0406 [1]
        .word   1.5 : 2                 #~ E0406 [1.5]
        .word   5 : 0                   #~ E0407 [0] a value must be repeated at least once
        .word   5 : -1                  #~ E0407 [-1]
