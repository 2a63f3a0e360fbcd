# Several files: one set of addresses, labels of their own, global ones for all.
# dialect: both
# files: second.asm third.asm
        .globl  main, shared
main:   jal     helper
local:  j       local
        .data
shared: .word   1, later
        .eqv    N       1
        .macro  m
        li      $t0, 1
        .end_macro
        .text
        m
#= text 0c100003 08100001 24080001
#= text 08100003 3c011001 8c290000 24080002
#= text 3c011001 8c29000c
#= data 00000001 10010008 0000000a 00000003
#= symbol local 0x00400004
#= symbol shared 0x10010000
#= global helper 0x0040000c
#= global later 0x10010008
