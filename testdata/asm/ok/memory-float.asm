# Every addressing mode of a floating-point load or store: 40000 takes the 32-bit form.
# dialect: both
        .data
x:      .double 0
        .text
        lwc1    $f2, 8($sp)
        l.s     $f2, ($sp)
        swc1    $f2, -4
        s.s     $f2, 40000
        ldc1    $f2, 40000($t1)
        l.d     $f2, x
        s.d     $f2, x($t1)
        sdc1    $f2, x+8
        l.d     $f2, x+8($t1)
#= text c7a20008 c7a20000 e402fffc
#= text 3c010001 e4229c40
#= text 3c010001 00290821 d4229c40
#= text 3c011001 d4220000
#= text 3c011001 00290821 f4220000
#= text 3c011001 f4220008
#= text 3c011001 00290821 d4220008
