        beq     $zero, $zero, far
        beq     $zero, $zero, far
        .text   0x00420004
far:    nop
