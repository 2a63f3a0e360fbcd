# `.align n` continues at a multiple of 2 to the n, and does not switch alignment on again.
# dialect: both
        .data
        .byte   1
a:      .align  1
b:      .align  3
        .byte   2
        .align  0
        .align  2
c:      .byte   3
        .word   4
d:
#= symbol a 0x10010008
#= symbol b 0x10010008
#= symbol c 0x1001000c
#= symbol d 0x10010011
#= bytes 0x1001000c 03 04 00 00 00
