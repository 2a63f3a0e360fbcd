        .globl
        .globl 5
