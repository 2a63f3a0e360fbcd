# Alignment takes the labels in front of it along, also a marker of the end.
# dialect: both
        .data
        .byte   1
x:      .word   2
y:
end:    .half   3
z:
        .double 0.5
last:
#= symbol x 0x10010004
#= symbol y 0x10010008
#= symbol end 0x10010008
#= symbol z 0x10010010
#= symbol last 0x10010018
#= data 00000001 00000002 00000003 00000000 00000000 3fe00000
