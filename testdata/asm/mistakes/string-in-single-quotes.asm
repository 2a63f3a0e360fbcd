        .data
msg:    .asciiz 'hello'
