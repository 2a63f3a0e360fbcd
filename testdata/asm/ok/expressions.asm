# Precedence, constants that are defined later, and the current address.
        .data
x:      .word   2+3*4, (2+3)*4, 1<<2+1, 6&3|8, ~5, -(2)
        .word   LATER*2, 10-4-3, 100/7/2, 'a'+1
here:   .word   ., here+2*4, .-4
        .text
        li      $t0, LATER*2
        lw      $t1, LATER*4($sp)
        lw      $t1, (1+1)*2($sp)
        j       .
        ori     $t0, $t0, %lo(x)
LATER = 3+4
#= text 2408000e 8fa9001c 8fa90004
#= text 08100003 35080000
#= data 0000000e 00000014 00000008 0000000a fffffffa fffffffe
#= data 0000000e 00000003 00000007 00000062
#= data 10010028 10010030 10010024
