# MARS keeps the low byte of every character of a string.
# dialect: mars
        .data
        .ascii  "é€"
        .byte   1
#= bytes e9 ac 01
