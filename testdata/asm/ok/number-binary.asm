# Binary numbers, which MARS does not have, are bit patterns.
        .data
        .word   0b1010, 0B11, -0b11, 0b11111111111111111111111111111111
        .text
        li      $t0, 0b101
        sll     $t0, $t0, 0b11
#= data 0000000a 00000003 fffffffd ffffffff
#= text 24080005 000840c0
