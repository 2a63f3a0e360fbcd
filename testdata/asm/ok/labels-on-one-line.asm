# Any number of labels on one line.
one: two: three: nop
four: five:
        j       two
        .data
six: seven: .word 1
#= symbol one 0x00400000
#= symbol three 0x00400000
#= symbol five 0x00400004
#= symbol seven 0x10010000
#= text 00000000 08100000
