# What `.float` does not take.
# dialect: both
        .data
        .float  0x10                    #~ E0403 [0x10] `0x10` is not a floating-point number
        .double x                       #~ E0403 [x]
x:      .float  "1"                     #~ E0403 ["1"]
        .double 1.5, $f0                #~ E0403 [$f0]
