# With `sm`, only a global `main` counts: what stands before a local one belongs to the program.
# dialect: both
# options: sm
        nop
main:   nop
#= entry 0x00400000
