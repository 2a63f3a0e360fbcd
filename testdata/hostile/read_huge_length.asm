# It reads all it can into all there is.
# stdin: text
# exit: 4

main:   li $a0, 0
        la $a1, 0x10010000
        li $a2, 0x7fffffff
        li $v0, 14
        syscall
        move $a0, $v0
        li $v0, 17
        syscall
