# Ends before it has read anything.
main:   li      $v0, 10
        syscall
