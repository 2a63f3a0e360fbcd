# It reads characters for ever.
# stdin: abc
# args: --max-steps 100000
# exit: 2
# says: R0303

main:   li $v0, 12
        syscall
        j main
