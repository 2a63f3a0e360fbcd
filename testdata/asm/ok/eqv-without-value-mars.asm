# MARS ignores a definition without a value.
# dialect: mars
        .eqv    N
N:      nop
#= symbol N 0x00400000
