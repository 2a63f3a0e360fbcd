        .data
1:      .word   1f, 1b
1:      .word   1b+4
        .text
        la      $t0, 1b-4
