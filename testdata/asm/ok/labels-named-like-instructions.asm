# A mnemonic can name a label, in branches, jumps and memory operands.
# dialect: both
lw:     nop
b:      beq     $0, $0, b
add:    j       add
        la      $t0, lw
        sw      $t0, move($t1)
        .data
move:   .word   1
#= text 00000000 1000ffff 08100002
#= text 3c010040 34280000
#= text 3c011001 00290821 ac280000
