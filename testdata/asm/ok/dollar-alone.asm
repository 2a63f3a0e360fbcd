# dialect: both
# Nothing after the sign is the number 0.
#= text 01204020
        add     $t0, $t1, $
