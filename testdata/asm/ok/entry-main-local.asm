# With `sm`, a `main` that is not global counts as well.
# options: sm
        nop
main:   nop
#= entry 0x00400004
