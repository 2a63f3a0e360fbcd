# The other compact configuration.
# dialect: both
# options: mc=CompactTextAtZero
        .data
x:      .word   1
        .text
main:   lw      $t0, x
        j       main
        .ktext
        nop
        .kdata
y:      .word   y
#= text 0x00000000 8c082000 08000000
#= text 0x00004000 00000000
#= data 0x00002000 00000001
#= data 0x00005000 00005000
