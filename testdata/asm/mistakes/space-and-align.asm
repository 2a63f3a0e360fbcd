        .data
a:      .space
b:      .space -4
c:      .align x
d:      .space 4 8
