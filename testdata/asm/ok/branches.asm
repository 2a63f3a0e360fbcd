# Branches forward, backward, to themselves and to the next instruction.
# dialect: both
start:  beq     $t0, $t1, next
next:   bne     $t0, $t1, next
        bgez    $t0, start
        bltzal  $t0, end
        blt     $t0, $t1, start
        bge     $t0, 5, end
        beqz    $t0, end
        bc1t    start
        bc1f    1, end
end:
#= text 11090000 1509ffff 0501fffd 05100007
#= text 0109082a 1420fffa 29010005 10200003 11000002
#= text 4501fff6 45040000
