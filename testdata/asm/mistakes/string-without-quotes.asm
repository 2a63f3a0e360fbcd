        .data
msg:    .asciiz hello
