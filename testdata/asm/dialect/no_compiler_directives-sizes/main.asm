        .data
        .zero   -1
        .skip   -1
        .comm   a, -1
        .comm   b, 4294967296
        .comm   c, 2000000000
        .lcomm  d
        .comm   e, 8, x
        .comm   5, 8
        .balign
        .p2align x
