# Reads a double and prints half of it.
        .text
main:   li      $v0, 7
        syscall
        mov.s   $f12, $f0
        li      $v0, 2
        syscall                 #~ service 3 is meant
        li      $v0, 10
        syscall
