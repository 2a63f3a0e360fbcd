        .data
a:      .word 0 : 0
b:      .word 0 : x
c:      .word 1, 2 : 3
d:      .word 0 * 10
