# It reads more numbers than there are.
# stdin: 1\n2\n
# exit: 2
# says: R0303

main:   li $v0, 5
        syscall
        j main
