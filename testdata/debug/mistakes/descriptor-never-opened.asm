# Writes to a file before anything was opened.
        .data
text:   .asciiz "hello"
        .text
main:   li      $a0, 3
        la      $a1, text
        li      $a2, 5
        li      $v0, 15
        syscall                         #~ nothing has descriptor 3
        li      $v0, 10
        syscall
