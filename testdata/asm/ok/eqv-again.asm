# Defining a name again with the same text is fine.
# dialect: both
        .eqv    N       5
        .eqv    N       5       # the same
        li      $t0, N
#= text 24080005
