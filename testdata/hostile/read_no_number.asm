# Its input is no number.
# stdin: 99999999999\n
# exit: 2
# says: R0302

main:   li $v0, 5
        syscall
