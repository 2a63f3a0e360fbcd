        .data
n:      .word 4 + 4
        .text
main:   addi $t0, $t0, 4*2
        lw $t0, n+4*2
