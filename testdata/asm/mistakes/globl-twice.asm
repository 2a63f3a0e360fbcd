        .globl main
main:   nop
