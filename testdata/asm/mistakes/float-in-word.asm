        .data
x:      .word 3.14
f:      .float 0x10, abc
