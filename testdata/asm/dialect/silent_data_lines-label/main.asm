        .data
        .byte   1
here:   syscall
