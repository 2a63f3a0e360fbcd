# A `main` that is no code is not where execution starts.
# dialect: both
# options: sm
        .globl  main
        nop
        .data
main:   .word   1
#= entry 0x00400000
