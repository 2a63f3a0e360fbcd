        .data
msg:    .word "hello"
