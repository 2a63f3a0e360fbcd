# A character beyond ASCII has its code as value.
# dialect: both
        .data
        .word   'é', '€', 'ÿ'
#= data 000000e9 000020ac 000000ff
