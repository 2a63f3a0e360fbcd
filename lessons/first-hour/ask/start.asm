# Reads a number and prints the next one.
        .text
main:   li   $v0, 5            # service 5: read int
        syscall                # the number is in $v0 now

        move $a0, $v0
        li   $v0, 1            # service 1: print int
        syscall

        li   $v0, 10
        syscall
