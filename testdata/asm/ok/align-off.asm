# `.align 0` switches automatic alignment off until the next `.data`.
# dialect: both
        .data
        .align  0
        .byte   1
x:      .word   0x05040302
        .half   0x0706
        .data
        .byte   8
y:      .word   0x0d0c0b0a
#= data 04030201 08070605
#= symbol x 0x10010001
#= bytes 0x10010007 08
#= symbol y 0x10010008
#= data 0x10010008 0d0c0b0a
