# Prints digits without end.
main:   li      $a0, 1
        li      $v0, 1
        syscall
        b       main
