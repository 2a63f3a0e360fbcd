        .data
base:   .word   7, 8
        .text
        lw      $t0, base+4
