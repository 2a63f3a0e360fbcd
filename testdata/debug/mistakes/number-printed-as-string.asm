# Prints a number with service 4.
        .data
n:      .word   42
        .text
main:   lw      $a0, n
        li      $v0, 4
        syscall
        li      $v0, 10
        syscall
