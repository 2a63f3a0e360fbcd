# The first message is never printed.
        .data
a:      .asciiz "first\n"
b:      .asciiz "second\n"
        .text
main:   la      $a0, a
        li      $v0, 4                  #~ no syscall follows
        la      $a0, b
        li      $v0, 4
        syscall
        li      $v0, 10
        syscall
