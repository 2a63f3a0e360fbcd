# It prints what terminals obey.
# exit: 0

        .data
line:   .ascii "\t\b\n"
        .byte 27, 91, 50, 74, 27, 93, 48, 59, 120, 7, 0x9b, 0xff, 0x80, 0
        .text
main:   la $a0, line
        li $v0, 4
        syscall
        li $v0, 10
        syscall
