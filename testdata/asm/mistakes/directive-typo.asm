        .data
text:   .asciz2 "hello"
num:    .wrod 3
