# A name is replaced from the line after its definition on.
# dialect: both
        .data
N:      .word   1
        .word   N
        .eqv    N       9
        .word   N
#= data 00000001 10010000 00000009
