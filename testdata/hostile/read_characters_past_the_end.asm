# It reads characters for ever.
# stdin: abc
# args: --max-steps 100000
# exit: 3
# says: --max-steps

main:   li $v0, 12
        syscall
        j main
