# `.globl` takes several labels, before or after their definition.
# dialect: both
        .globl  main, two
main:   nop
two:    nop
three:  nop
        .globl  three
#= global main 0x00400000
#= global two 0x00400004
#= global three 0x00400008
