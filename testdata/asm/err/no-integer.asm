# What `.word` does not take.
# dialect: both
        .data
        .word   1.5                     #~ E0402 [1.5] `1.5` is neither an integer nor a label
        .word   "a"                     #~ E0402 ["a"]
        .word   $t0, 5                  #~ E0402 [$t0]
        .word   5 : 3 , 4               #~ E0402 [:]
x:      .half   -2147483649             #~ E0402 [-2147483649]
