# With `sm`, execution starts at a global `main`.
# dialect: both
# options: sm
        .globl  main
        nop
main:   nop
#= entry 0x00400004
