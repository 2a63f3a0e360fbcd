# Reads numbers until there are none.
main:   li      $v0, 12
        syscall
        b       main
