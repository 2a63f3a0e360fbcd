# A mnemonic can name a label, in branches, jumps and memory operands.
# dialect: both
lw:     nop
b:      b       b
add:    j       add
        la      $t0, lw
        sw      $t0, move($t1)
        .data
move:   .word   1
#= text 00000000 0401ffff 08100002
#= text 3c010040 34280000
#= text 3c011001 00290821 ac280000
