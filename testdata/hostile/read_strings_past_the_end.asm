# It reads lines for ever; after the last one they are empty, until it has read too often.
# stdin: a\nb
# args: --max-steps 100000
# exit: 2
# says: R0303

        .data
line:   .space 16
        .text
main:   la $a0, line
        li $a1, 16
        li $v0, 8
        syscall
        j main
