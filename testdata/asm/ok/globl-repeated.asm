# A label may be declared global twice.
        .globl  main main
        .globl  main
main:   nop
#= global main 0x00400000
