        .data
        .word   1
x:      .word   2
        .text
        lw      $t0, x-4
        la      $t1, x-4
        lw      $t0, x-4($t1)
