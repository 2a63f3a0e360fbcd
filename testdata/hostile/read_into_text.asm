# It reads over its code.
# stdin: text
# exit: 2
# says: R0103

main:   li $a0, 0
        la $a1, main
        li $a2, 4
        li $v0, 14
        syscall
