        .data
x:      .byte 300, -129
y:      .half 70000
