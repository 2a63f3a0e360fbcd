        .data 0x00001000
x:      .word 1
