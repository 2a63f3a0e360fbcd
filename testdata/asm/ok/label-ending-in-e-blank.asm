# With a blank before the sign both dialects agree.
# dialect: both
        .data
base:   .word   0, 0
        .text
        lw      $t0, base +4
        lw      $t0, base + 4
#= text 3c011001 8c280004 3c011001 8c280004
