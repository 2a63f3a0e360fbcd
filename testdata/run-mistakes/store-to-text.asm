# The variable stands in the text segment.
        .text
main:   li $t0, 5
        sw $t0, count
        li $v0, 10
        syscall
count:  nop
