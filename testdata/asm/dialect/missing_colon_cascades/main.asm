        .data
x       .word   5
        .text
        la      $t0, x
