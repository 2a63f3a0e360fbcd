        .data
b:      .word   1, 2
        .text
        lw      $t0, b+4
        lw      $t0, b-4
