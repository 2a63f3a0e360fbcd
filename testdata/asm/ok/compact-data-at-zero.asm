# A compact configuration has short forms for labels.
# dialect: both
# options: mc=CompactDataAtZero
        .data
        .space  4
x:      .word   x
        .text
        lw      $t0, x
        sw      $t0, x($t1)
        la      $t0, x
        la      $t0, x($t1)
        lw      $t0, x+4
        ulw     $t0, x
        .extern e 4
#= text 0x00003000 8c080004 ad280004 20080004 21280004
#= text 3c010000 8c280008
#= text 3c010000 88280007 3c010000 98280004
#= data 0x00000000 00000000 00000004
#= global e 0x00001000
