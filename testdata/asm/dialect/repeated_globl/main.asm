        .globl  main, main
main:   nop
