# Names of `.eqv` are case-sensitive.
# dialect: both
        .data
n:      .word   n
        .eqv    N       9
        .word   N, n
#= data 10010000 00000009 10010000
