# The form that MARS cannot expand.
        swr     $t0, 40000
#= text 34019c40 b8280000
