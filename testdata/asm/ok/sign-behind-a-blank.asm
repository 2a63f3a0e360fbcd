# A sign behind a blank begins a number of its own.
# dialect: both
        .data
        .word   8 -4
#= bytes 08 00 00 00 fc ff ff ff
