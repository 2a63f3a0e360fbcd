# It reads less than nothing.
# stdin: text
# exit: 2
# says: R030

main:   li $a0, 0
        la $a1, 0x10010000
        li $a2, 0x80000000
        li $v0, 14
        syscall
