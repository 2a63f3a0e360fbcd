# Its data are 200 megabytes that nothing stands behind; they cost nothing.
# exit: 0

        .data
big:    .space 200000000
        .text
main:   li $v0, 10
        syscall
