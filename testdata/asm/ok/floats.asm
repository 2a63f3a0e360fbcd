# Every way to write a real number.
# dialect: both
        .data
        .float  1.5, -2, 1e3, .5, 5., 1.5f, 2d, 1.0E+2, 25e-2
        .float  0x1p3, -0.0, NaN, 3.4028234663852886E38, 1e-50
        .double Infinity, Infinity, 0.1, 4.9E-324
#= data 3fc00000 c0000000 447a0000 3f000000 40a00000 3fc00000 40000000 42c80000 3e800000
#= data 41000000 80000000 7fc00000 7f7fffff 00000000
#= data 0x10010038 00000000 7ff00000 00000000 7ff00000 9999999a 3fb99999 00000001 00000000
