# MARS: only a global `main` counts.
# dialect: mars
# options: sm
        nop
main:   nop
#= entry 0x00400000
