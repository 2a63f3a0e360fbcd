        .data
x       .word 5
        .text
main:   lw $t0, x
