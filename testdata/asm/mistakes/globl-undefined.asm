        .globl main, start
main:   nop
