main:   lw $t0, cuont
        syscal
        .data
count:  .word 1
