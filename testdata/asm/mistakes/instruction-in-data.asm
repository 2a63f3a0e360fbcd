        .data
x:      .word 1
main:   lw $t0, x
        add $t0, $t0, $t0
