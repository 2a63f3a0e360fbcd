        .data
        .p2align 40
        .p2align 32
        .balign 3
        .balign 99999999999
        .comm   x, 4, 3
        .comm   y, 4, 16
        .text
        .p2align 40
        nop
