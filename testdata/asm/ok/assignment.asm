# `NAME = value` is `.eqv` in the words of other assemblers, and may change.
SIZE = 12
REG=$t1
        li      REG, SIZE
SIZE = 13
        li      REG, SIZE
        .data
        .word   SIZE
#= text 2409000c 2409000d
#= data 0000000d
