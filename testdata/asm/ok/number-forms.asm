# Every way to write an integer.
# dialect: both
        .data
        .word   10, -10, +10, 0, -0
        .word   0x1F, 0X1f, -0x10, 0x00000000ff
        .word   010, -010, 08, 09
        .word   2147483647, -2147483648
        .word   4294967295, 2147483648
        .word   0xffffffff, 0x80000000
#= data 0000000a fffffff6 0000000a 00000000 00000000
#= data 0000001f 0000001f fffffff0 000000ff
#= data 00000008 fffffff8 00000008 00000009
#= data 7fffffff 80000000
#= data ffffffff 80000000
#= data ffffffff 80000000
