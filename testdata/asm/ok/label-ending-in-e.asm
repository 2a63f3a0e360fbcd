# A name that ends in e is no number with an exponent.
        .data
base:   .word   0, 0
E:      .word   0
        .text
        lw      $t0, base+4
        lw      $t0, E+4($t1)
        lw      $t0, base-4
        .data
        .float  1e+2, 1E-1
#= text 3c011001 8c280004
#= text 3c011001 00290821 8c28000c
#= text 3c011001 8c28fffc
#= data 0x1001000c 42c80000 3dcccccd
