# `value : count` repeats a value, for every numeric directive.
# dialect: both
        .data
        .word   7 : 3
        .half   -1:2
        .byte   'x' : 5
        .float  1.5 : 2
        .double 2 : 1
a:      .word   0x10 : 0x2
b:
#= data 00000007 00000007 00000007 ffffffff
#= bytes 78 78 78 78 78
#= data 0x10010018 3fc00000 3fc00000 00000000 40000000 00000010 00000010
#= symbol a 0x10010028
#= symbol b 0x10010030
