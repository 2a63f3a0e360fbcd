# Prints a number.
        .data
x:      .word   42
        .text
main:   la      $a0, x
        li      $v0, 1
        syscall                         #~ prints where `x` is
        li      $v0, 10
        syscall
