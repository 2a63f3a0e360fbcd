        .data
n:      .word 4 + n*4
        .text
main:   addi $t0, $t0, 4*
        lw $t0, (n+4
        li $t1, 1<<40
