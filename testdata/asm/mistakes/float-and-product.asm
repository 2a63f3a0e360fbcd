main:   mult $t0, $t1, $t2
        li.s $f0, 1.5
        lw $f5, x
        .data
x:      .word 1
