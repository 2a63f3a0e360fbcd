# It has room for a string of 2 gigabytes, and for one of less than nothing.
# stdin: text\nmore\n
# exit: 0

main:   li $a0, 0x10010000
        li $a1, 0x7fffffff
        li $v0, 8
        syscall
        li $a1, 0x80000000
        li $v0, 8
        syscall
        li $v0, 10
        syscall
