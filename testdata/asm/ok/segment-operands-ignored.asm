# MARS: anything but an integer behind a segment directive is ignored.
# dialect: both
        .data   here
        .word   1
        .text   $t0, 5
        nop
#= text 00000000
#= data 00000001
