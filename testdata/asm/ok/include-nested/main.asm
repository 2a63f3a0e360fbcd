# Includes within includes.
# dialect: both
        .include "a.inc"
        li      $t0, 3
#= text 24080001 24080002 24080003
#= symbol deep 0x00400000
