        .globl  helper
helper:
local:  j       local           # its own, not that of the first file
        lw      $t1, shared
        .data
        .globl  later
later:  .word   10
        .macro  m
        li      $t0, 2
        .end_macro
        .text
        m
#= symbol local 0x0040000c
