# Its data are 200 megabytes.
# exit: 1
# says: E0408

        .data
big:    .space 200000000
end:    .word 1
        .text
main:   lw $t0, end
        j main
