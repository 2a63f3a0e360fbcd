# It prints for ever.
# args: --max-steps 100000000
# exit: 3
# says: --max-output

        .data
line:   .asciiz "all work and no play\n"
        .text
main:   la $a0, line
again:  li $v0, 4
        syscall
        j again
