# Lines of values go on with the last data directive.
# dialect: both
        .data
        .word   1, 2
        3 4
        -5
a:      6
        bb
bb:     .byte   1
        2, 'c'
        .half
        7
        .ascii  "xy"
        "z"
c:      .float  1.5
        2.5, -1
#= data 00000001 00000002 00000003 00000004 fffffffb 00000006 1001001c
#= bytes 01 02 63
#= bytes 0x10010020 07 00 78 79 7a
#= data 0x10010028 3fc00000 40200000 bf800000
#= symbol a 0x10010014
#= symbol bb 0x1001001c
#= symbol c 0x10010028
