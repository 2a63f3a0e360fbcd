        addi    $t0, $t0, 1
        .data
        .byte   1
x:      .word   2
#= symbol x 0x10010004
